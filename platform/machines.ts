import { machines } from './floor/cabinet/machines-command.ts'
import { runAsProcess } from './lib/command.ts'

/* `npm run machines` */

await runAsProcess(machines)
