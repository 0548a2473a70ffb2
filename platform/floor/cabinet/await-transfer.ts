import { Code } from '../../../src/contract/codes.ts'
import { balanceOf, walletOf } from '../../ledger/ledger.ts'
import { type Result, refused } from '../../lib/result.ts'
import type { Cabinet } from '../../machines/cabinet/cabinet.ts'
import { SETTLEMENT_IDS } from '../../players/operator-log.ts'
import type { FloorContext } from '../context.ts'
import { gameState, type MachineState } from '../machine.ts'
import type { TransferAnswer } from '../start-transfer.ts'

/* A player's load or cash-out at a cabinet, until it is answered. */

/** How long a player's command waits for the cabinet. The transfer itself waits without an end. */
const PATIENCE_MS = 4000

/** Resolves when the transfer is over, or after a while. */
function waitForEnd(floor: FloorContext, cabinet: Cabinet, id: string): Promise<void> {
  if (cabinet.pending?.id !== id) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      cabinet.waiting.delete(end)
      resolve()
    }
    const cancel = floor.clock.after(PATIENCE_MS, end)
    cabinet.waiting.add(end)
  })
}

/**
 * What became of a transfer, and the wallet after it. `isExecuted`: undefined while the cabinet has not
 * answered. `amount`: what a load took from the wallet, or a cash-out moved to it, cents.
 */
async function readEnd(floor: FloorContext, id: string, playerId: string) {
  const wallet = walletOf(playerId)
  const { state, direction, cents, kind, paid } = await floor.db
    .selectFrom('transfers as t')
    .leftJoin('movements as m', (join) =>
      join.on('m.request_id', 'in', [`transfer:${id}:paid`, SETTLEMENT_IDS.transfer(id)]),
    )
    .leftJoin('entries as e', (join) =>
      join.onRef('e.movement_id', '=', 'm.id').on('account_id', '=', wallet),
    )
    .select(['t.state', 't.direction', 't.cents', 'm.kind', 'e.amount as paid'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
  const isLoad = direction === 'load'
  const isSettledAsDone = state === 'settled' && kind === (isLoad ? 'transit-out' : 'cash-out')
  const isExecuted = state === 'pending' ? undefined : state === 'done' || isSettledAsDone
  const amount = isLoad ? cents : (paid ?? 0)
  return { isLoad, isExecuted, amount, ...(await balanceOf(floor.db, wallet)) }
}

/**
 * The answer to a transfer under way. While the cabinet has not answered after a while, a load is answered as
 * under way, and a cash-out with machineBusy. Codes: machineRefused if the cabinet has not executed it and
 * never will, serverError.
 */
export async function awaitTransfer(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  id: string,
): Promise<Result<TransferAnswer>> {
  if (machine.driver.cabinet) await waitForEnd(floor, machine.driver.cabinet, id)
  const ended = await readEnd(floor, id, playerId).catch((error: unknown) => {
    floor.log.error({ err: error, machine: machine.id }, 'the end of a transfer could not be read')
    return undefined
  })
  if (!ended) return refused(Code.serverError)
  const { isLoad, isExecuted, amount, balance, version } = ended
  if (isExecuted === false) return refused(Code.machineRefused)
  if (!isLoad && isExecuted === undefined) return refused(Code.machineBusy)
  return { ok: true, amount, balance, seq: version, game: gameState(machine) }
}
