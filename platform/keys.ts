import { runAsProcess } from './lib/command.ts'
import { keys } from './players/keys-command.ts'

/* `npm run keys` */

await runAsProcess(keys)
