import { runAsProcess } from '../../lib/command.ts'
import { settings } from './settings-command.ts'

/* `npm run settings` */

await runAsProcess(settings)
