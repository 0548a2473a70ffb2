import { runAsProcess } from '../lib/command.ts'
import { players } from './players-command.ts'

/* `npm run players` */

await runAsProcess(players)
