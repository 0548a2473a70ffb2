import { report } from './floor/report-command.ts'
import { runAsProcess } from './lib/command.ts'

/* `npm run report` */

await runAsProcess(report)
