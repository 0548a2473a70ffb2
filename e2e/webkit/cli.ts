import { findWebKit } from '../run/browser.ts'
import { runVisits } from './visits.ts'

/* `npm run test:webkit [-- --screens]` runs the visits in WebKit alone, and takes their screenshots. */

if (!(await findWebKit(console.log))) process.exit(1)
const {
  passed,
  failed,
  output,
  note,
  flaky = [],
} = await runVisits({
  withScreens: process.argv.includes('--screens'),
})
if (output) console.log(output)
for (const test of flaky) console.log(`flaky: ${test}`)
console.log(`${note}: ${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
