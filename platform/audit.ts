import { audit } from './floor/audit-command.ts'
import { runAsProcess } from './lib/command.ts'

/* `npm run audit` */

await runAsProcess(audit)
