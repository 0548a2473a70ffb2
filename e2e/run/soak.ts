import { findExecutable } from '../../bench/browser.ts'
import { soak } from '../../bench/soak.ts'
import { markdownTable } from '../../bench/table.ts'
import type { Outcome } from './step.ts'

/**
 * After `visits` visits on one page, memory and peer connections must be as before, and the books must be
 * right.
 */
export async function runSoak(visits: number): Promise<Outcome> {
  const { table, grownMb, limitMb, openPeers, books } = await soak(await findExecutable(), visits)
  const passed = grownMb <= limitMb && openPeers === 0 && books.right
  return {
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    output: markdownTable(table),
    note: `heap ${grownMb.toFixed(2)} MB (limit ${limitMb} MB), ${openPeers} peer connections open, ${books.right ? 'books right' : 'books wrong'}`,
  }
}
