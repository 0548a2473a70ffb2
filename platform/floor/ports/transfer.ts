import * as v from 'valibot'
import { Code } from '../../../src/contract/codes.ts'
import { Amount } from '../../../src/contract/money.ts'
import { playerRequestId } from '../../ledger/ledger.ts'
import { type Result, refused } from '../../lib/result.ts'
import { awaitTransfer } from '../cabinet/await-transfer.ts'
import type { FloorContext } from '../context.ts'
import { runPlay } from '../run-on-machine.ts'
import { startTransfer, type TransferAnswer, type TransferCommand } from '../start-transfer.ts'

/** A player's load or cash-out, and each repeat of it, to its end. */
async function transfer(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  command: TransferCommand,
): Promise<Result<TransferAnswer>> {
  const machine = floor.machines.get(machineId)
  if (!machine) return refused(Code.machineNotFound)
  const started = await runPlay(floor, machineId, () => startTransfer(floor, machine, playerId, command))
  if (!started.ok || started.id === undefined) return started
  return awaitTransfer(floor, machine, playerId, started.id)
}

/**
 * Moves `amount` cents from the wallet to the machine's credit. Codes: those of `startTransfer`,
 * invalidRequest for an invalid amount, and at a cabinet those of `awaitTransfer`.
 */
export function load(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  { requestId, amount }: { requestId: string; amount: number },
): Promise<Result<TransferAnswer>> {
  if (!v.is(Amount, amount)) return Promise.resolve(refused(Code.invalidRequest))
  const id = playerRequestId(playerId, requestId)
  return transfer(floor, playerId, machineId, { requestId: id, direction: 'load', amount })
}

/**
 * Moves the whole credit to the wallet. `isAutomatic`: its player has not asked for it. Codes: those of
 * `startTransfer`, and at a cabinet those of `awaitTransfer`.
 */
export function cashOut(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  requestId: string,
  isAutomatic = false,
): Promise<Result<TransferAnswer>> {
  const id = playerRequestId(playerId, requestId)
  const command = { requestId: isAutomatic ? `visit:${id}` : id, isAutomatic }
  return transfer(floor, playerId, machineId, { ...command, direction: 'cash-out' })
}
