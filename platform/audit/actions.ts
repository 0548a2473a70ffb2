import { type ChainedMovement, type Line, readActions } from '../ledger/chained-rows.ts'
import { HOUSE } from '../ledger/ledger.ts'
import { isOperatorMovement, requestIdOf } from '../players/operator-log.ts'
import type { Trx } from '../store/transaction.ts'
import type { LinkCheck, Report } from './chain-links.ts'

/*
 * The part of the audit that joins the operator's actions with the movements and definitions that they made.
 */

/** A movement that only an operator makes, or a hand pay. */
interface OperatorMovement {
  readonly id: number
  readonly kind: string
  readonly player: number | null
  readonly machine: number | null
  readonly visit: number | undefined
  /** What it moved to a wallet, a machine or the house. */
  readonly cents: number
  /** What it moved in all. */
  readonly held: number
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

/** Whether a target's player is a movement's; the house has none. */
const isPlayer = (named: unknown, player: number | null) => String(named) === String(player ?? HOUSE)

export function createActionCheck(trx: Trx, report: Report, links: LinkCheck) {
  const movements = new Map<string, OperatorMovement>()
  let unrecorded = 0

  /** Whether an action names the kind, machine, player and amount of its movement. */
  function isSame(action: string, target: Action[2], movement: OperatorMovement): boolean {
    const { kind, player, machine, visit, cents, held } = movement
    if (target.cents !== (kind === 'hand-pay' ? held : cents)) return false
    if ((target.held ?? held) !== held || (target.visit ?? visit) !== visit) return false
    // Other parts of the audit know the kind and the player of a settled transfer and of a hand pay.
    const isKnown = target.transfer !== undefined || target.handPay !== undefined
    if (action === 'machines settle')
      return target.machine === machine && (isKnown || isPlayer(target.player, player))
    const isDebit = action === 'players debit' || action === 'unrecorded withdraw'
    return kind === (isDebit ? 'withdraw' : 'deposit') && isPlayer(target.player, player)
  }

  function checkMovement([id, action, target]: Action, requestId: string): void {
    const movement = movements.get(requestId)
    if (!movement) {
      report(
        `the operator's action ${id} made a movement ${requestId}, which is missing or has an action already`,
      )
      return
    }
    movements.delete(requestId)
    if (action.startsWith('unrecorded')) unrecorded += 1
    const { kind, player, cents } = movement
    if (!isSame(action, target, movement))
      report(
        `movement ${movement.id} is a ${kind} of ${cents} for player ${player}, the operator's action ${id} is ${action} of ${target.cents} for player ${target.player}`,
      )
  }

  return {
    add(movement: ChainedMovement): void {
      const { id, kind, requestId, player, machine, visit, lines } = movement
      if (kind !== 'hand-pay' && !isOperatorMovement(movement)) return
      const credits = lines.filter(([, amount]) => amount > 0)
      const sum = (all: readonly Line[]) => all.reduce((cents, [, amount]) => cents + amount, 0)
      const cents = sum(credits.filter(([account]) => !account.startsWith('suspense:')))
      movements.set(requestId, { id, kind, player, machine, visit, cents, held: sum(credits) })
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
          if (requestId !== undefined) checkMovement(action, requestId)
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
      for (const { id, kind } of movements.values())
        if (kind !== 'hand-pay') report(`movement ${id} is a ${kind} that no operator made`)
      for (const hash of stored.keys()) report(`the definition ${hash} was begun by no operator's action`)
      return unrecorded
    },
  }
}
