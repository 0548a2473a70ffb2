import { runAsProcess } from './lib/command.ts'
import { migrate } from './store/migrate-command.ts'

/* `npm run migrate` */

await runAsProcess(migrate)
