import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { CHAIN_NAMES, CHAINS, type ChainName, type Link } from '../ledger/chain.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/*
 * The head of the chains as one text, `MOVEMENT-SPIN-VISIT-ACTION:HASH`: the number of the last link of each
 * chain, and the hash over the hashes of these links. Kept outside the database, it proves later that no row
 * up to it was changed, added or removed, even when the links were made anew.
 */

export interface KeptHead {
  readonly text: string
  /** Of the last link of each chain. */
  readonly ids: readonly number[]
  readonly hash: string
}

const HEAD = /^(\d{1,15}(?:-\d{1,15}){3}):([\da-f]{64})$/

/** Undefined: the text is no head. */
export function parseHead(text: string): KeptHead | undefined {
  const [, ids, digest] = HEAD.exec(text) ?? []
  return ids === undefined || digest === undefined
    ? undefined
    : { text, ids: ids.split('-').map(Number), hash: digest }
}

const hashOfLinks = (hashes: readonly string[]): string => hash('sha256', hashes.join('\n'))

/** The head that the last links of all chains make, in the order of CHAIN_NAMES. */
export const formatHead = (links: readonly Link[]): string =>
  `${links.map(({ id }) => id).join('-')}:${hashOfLinks(links.map((link) => link.hash))}`

async function hashOfLink(trx: Trx, name: ChainName, id: number): Promise<string | undefined> {
  if (id === 0) return ''
  const { table, key } = CHAINS[name]
  const { rows } = await sql<{ hash: string }>`
    select hash from ${sql.table(table)} where ${sql.ref(key)} = ${id}::bigint`.execute(trx)
  return rows[0]?.hash
}

const ROWS: Readonly<Record<ChainName, string>> = {
  movements: 'movement',
  settlements: 'the settlement of spin',
  visits: 'visit or end_no',
  actions: 'action',
}

/** Checks that the chains still hold a kept head. That each link follows from its rows is another check. */
export async function checkHead(
  trx: Trx,
  { text, ids, hash: kept }: KeptHead,
  report: Report,
): Promise<void> {
  const hashes: string[] = []
  for (const [at, id] of ids.entries()) {
    const name = CHAIN_NAMES[at]
    if (!name) continue
    const link = await hashOfLink(trx, name, id)
    if (link === undefined)
      report(`the kept head ${text} covers ${ROWS[name]} ${id}, whose link is missing: the chain was cut`)
    hashes.push(link ?? '')
  }
  if (hashOfLinks(hashes) !== kept)
    report(
      `the kept head ${text} is not in the chains: a row up to ${ids
        .map((id, at) => `${ROWS[CHAIN_NAMES[at] ?? 'movements']} ${id}`)
        .join(', ')} was changed and the links made anew`,
    )
}
