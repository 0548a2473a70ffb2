import type { ChainedMovement } from '../ledger/chained-rows.ts'
import {
  creditOf,
  HOUSE,
  HOUSE_OF_IMPORTS,
  houseOf,
  isHouse,
  jackpotOf,
  suspenseOf,
  transitOf,
  walletOf,
} from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/* The part of the audit that proves the double entry and the balances. */

/** Follows every account through its entries. */
export function createAccountCheck(report: Report) {
  const accounts = new Map<string, { balance: number; version: number }>()
  return {
    post(movement: number, lines: ChainedMovement['lines']): void {
      let sum = 0
      for (const [id, amount, after] of lines) {
        sum += amount
        const account = accounts.get(id) ?? { balance: 0, version: 0 }
        const balance = account.balance + amount
        if (balance !== after)
          report(`movement ${movement}: ${id} is ${after} after it, its entries make ${balance}`)
        if (after < 0 && !isHouse(id)) report(`movement ${movement}: ${id} is negative after it`)
        account.balance = after
        account.version += 1
        accounts.set(id, account)
      }
      if (sum !== 0) report(`movement ${movement}: its entries are ${sum} off`)
    },
    /** Returns the balances by account. */
    async finish(trx: Trx): Promise<Map<string, number>> {
      const rows = await trx.selectFrom('accounts').selectAll().orderBy('id').execute()
      const total = rows.reduce((sum, { balance }) => sum + balance, 0)
      if (total !== 0) report(`the accounts are ${total} off`)
      const owners = await readOwners(trx)
      for (const { id, balance, version } of rows) {
        const entries = accounts.get(id) ?? { balance: 0, version: 0 }
        accounts.delete(id)
        if (balance !== entries.balance) report(`${id} holds ${balance}, its entries make ${entries.balance}`)
        if (version !== entries.version)
          report(`${id} has the version ${version}, and ${entries.version} entries`)
        if (!owners.has(id)) report(`${id} is an account of nobody`)
      }
      for (const [id, { balance }] of accounts) report(`${id} is missing, its entries make ${balance}`)
      return new Map(rows.map(({ id, balance }) => [id, balance]))
    },
  }
}

/** The accounts that may be. */
async function readOwners(trx: Trx): Promise<Set<string>> {
  const players = await trx.selectFrom('players').select('id').execute()
  const machines = await trx.selectFrom('machines').select('id').execute()
  const cabinets = await trx.selectFrom('cabinets').select('machine_id as id').execute()
  const brands = await trx.selectFrom('brands').select('id').execute()
  return new Set([
    HOUSE,
    HOUSE_OF_IMPORTS,
    ...players.map(({ id }) => walletOf(id)),
    ...machines.flatMap(({ id }) => [creditOf(id), houseOf(id)]),
    ...cabinets.flatMap(({ id }) => [transitOf(id), suspenseOf(id)]),
    ...brands.map(({ id }) => jackpotOf(id)),
  ])
}
