import { findExecutable } from '../../bench/browser.ts'
import { soak } from '../../bench/soak.ts'
import { markdown } from '../../bench/table.ts'

/* `node --import tsx e2e/matrix/soak.ts 500`: so many visits on one page leave its memory and its peers as they were. */

const { table, grownMb, limitMb, openPeers } = await soak(await findExecutable(), Number(process.argv[2]))
console.log(markdown(table))
const faults = [
  ...(grownMb > limitMb ? [`The heap grew by ${grownMb.toFixed(2)} MB; the limit is ${limitMb} MB.`] : []),
  ...(openPeers > 0 ? [`${openPeers} peer connections are still open.`] : []),
]
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)
