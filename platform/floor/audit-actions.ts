import { type ChainedMovement, readActions } from '../ledger/chained-rows.ts'
import { requestIdOf } from '../players/operator-log.ts'
import type { Trx } from '../store/transaction.ts'
import type { LinkCheck, Report } from './audit-links.ts'

/*
 * The part of the audit that joins the operator's actions with the movements and definitions that they made.
 */

/** A deposit or withdrawal. */
interface Transfer {
  readonly id: number
  readonly kind: string
  readonly player: number | null
  readonly cents: number
}

type Action = readonly [
  id: number,
  action: string,
  target: Readonly<Record<string, unknown>>,
  outcome: string,
  ip: string,
  at: number,
]

const BATCH = 2000

export function createActionCheck(trx: Trx, report: Report, links: LinkCheck) {
  const transfers = new Map<string, Transfer>()
  let unrecorded = 0

  function checkTransfer([id, action, target]: Action, requestId: string): void {
    const transfer = transfers.get(requestId)
    if (!transfer) {
      report(
        `the operator's action ${id} made a movement ${requestId}, which is missing or has an action already`,
      )
      return
    }
    transfers.delete(requestId)
    if (action.startsWith('unrecorded')) unrecorded += 1
    const { kind, player, cents } = transfer
    const isDebit = action === 'players debit' || action === 'unrecorded withdraw'
    const isSame =
      kind === (isDebit ? 'withdraw' : 'deposit') &&
      target.player === String(player) &&
      target.cents === cents
    if (!isSame)
      report(
        `movement ${transfer.id} is a ${kind} of ${cents} for player ${player}, the operator's action ${id} is ${action} of ${target.cents} for player ${target.player}`,
      )
  }

  return {
    add({ id, kind, requestId, player, lines }: ChainedMovement): void {
      if (kind !== 'deposit' && kind !== 'withdraw') return
      const cents = Math.abs(lines.find(([account]) => account.startsWith('wallet:'))?.[1] ?? 0)
      transfers.set(requestId, { id, kind, player, cents })
    },
    /** `definitions`: when each was stored, in µs since 1970, and its game, by hash. */
    async finish(definitions: ReadonlyMap<string, { game: string; at: number }>): Promise<number> {
      const stored = new Map(definitions)
      for (let lastId = 0; ; ) {
        const rows = await readActions(trx, lastId, BATCH)
        await links.check(rows)
        for (const { content } of rows) {
          const action: Action = JSON.parse(content)
          const [id, name, target, outcome, , at] = action
          if (outcome !== 'done') continue
          const requestId = requestIdOf(name, target)
          if (requestId !== undefined) checkTransfer(action, requestId)
          if (name !== 'game definition') continue
          const hash = String(target.hash)
          const definition = stored.get(hash)
          stored.delete(hash)
          if (!definition)
            report(`the operator's action ${id} began the definition ${hash}, which is missing`)
          else if (definition.game !== target.game || definition.at !== at)
            report(`the definition ${hash} is not of the game or time that the operator's action ${id} names`)
        }
        lastId = rows.at(-1)?.id ?? lastId
        if (rows.length === 0) break
      }
      for (const { id, kind } of transfers.values())
        report(`movement ${id} is a ${kind} that no operator made`)
      for (const hash of stored.keys()) report(`the definition ${hash} was begun by no operator's action`)
      return unrecorded
    },
  }
}
