import { sql } from 'kysely'
import { CHAINS, type ChainName, chainHash, type Link } from '../ledger/chain.ts'
import type { ChainedRow } from '../ledger/chained-rows.ts'
import type { Trx } from '../store/transaction.ts'

/* The part of the audit that compares rows with the links of their chain. */

export type Report = (problem: string) => void

/** A platform chains a row within seconds. One that is older than this, in ms, was left out or cut off. */
const MAX_UNCHAINED_MS = 60_000

const contentOf = (row: ChainedRow | undefined) => (row?.content === undefined ? [] : JSON.parse(row.content))

/** How problems name a row by its id; undefined: it is missing. */
const SUBJECTS: Readonly<Record<ChainName, (id: number, row?: ChainedRow) => string>> = {
  movements(id, row) {
    const spin = contentOf(row).at(-1)
    return spin ? `movement ${id} with its spin ${spin[0]}` : `movement ${id}`
  },
  settlements: (id) => `the settlement of spin ${id}`,
  visits(id, row) {
    const [event, visit] = contentOf(row)
    return event ? `the ${event} of visit ${visit}` : `the start of visit ${id}, or the end of end_no ${id},`
  },
  actions: (id) => `the operator's action ${id}`,
}

async function readLinks(trx: Trx, name: ChainName, afterId: number, lastId: number): Promise<Link[]> {
  const { table, key } = CHAINS[name]
  const id = sql.ref(key)
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(${id} || ' ' || hash, E'\n' order by ${id}) as text from ${sql.table(table)}
    where ${id} > ${afterId}::bigint and ${id} <= ${lastId}::bigint`.execute(trx)
  return (rows[0]?.text?.split('\n') ?? []).map((link) => {
    const [linked, hash = ''] = link.split(' ', 2)
    return { id: Number(linked), hash }
  })
}

/** Compares the rows of one chain with its links, batch by batch. `now`: ms since 1970. */
export async function createLinkCheck(trx: Trx, name: ChainName, report: Report, now: number) {
  const { table, key } = CHAINS[name]
  const subject = SUBJECTS[name]
  const { rows } = await sql<{
    id: number | null
  }>`select max(${sql.ref(key)}) as id from ${sql.table(table)}`.execute(trx)
  const lastLinked = rows[0]?.id ?? 0
  let read = 0
  let head: Link = { id: 0, hash: '' }
  let unchained = 0
  let firstOld: ChainedRow | undefined
  let old = 0

  function checkUnchained(row: ChainedRow): void {
    const { id, content, at } = row
    if (id < lastLinked) {
      report(`${subject(id, row)} is missing in the chain`)
      return
    }
    // A spin under way is chained when it is settled.
    if (content === undefined) return
    unchained += 1
    if (Math.abs(now - at) <= MAX_UNCHAINED_MS) return
    firstOld ??= row
    old += 1
  }

  return {
    /**
     * Checks the rows that follow, and the links up to the last of them; without rows, the links that are
     * left.
     */
    async check(batch: readonly ChainedRow[]): Promise<void> {
      const end = batch.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
      const links = await readLinks(trx, name, read, end)
      read = end
      const byId = new Map(batch.map((row) => [row.id, row]))
      for (const link of links) {
        const row = byId.get(link.id)
        if (!row) report(`${subject(link.id)} is missing: it was removed`)
        else if (row.content === undefined || chainHash(head.hash, row.content) !== link.hash)
          report(`${subject(link.id, row)} is not as the chain has it`)
        byId.delete(link.id)
        head = link
      }
      for (const row of byId.values()) checkUnchained(row)
    },
    /** The last link and the number of rows after it. */
    finish(): { head: Link; unchained: number } {
      if (firstOld !== undefined) {
        const others = old > 1 ? `, nor are ${old - 1} after it` : ''
        report(`${subject(firstOld.id, firstOld)} is older than a minute and not in the chain${others}`)
      }
      return { head, unchained }
    },
  }
}
export type LinkCheck = Awaited<ReturnType<typeof createLinkCheck>>
