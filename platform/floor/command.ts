import { Code } from '../../src/contract/codes.ts'
import { type Refused, type Result, refused } from '../lib/result.ts'
import type { FloorContext } from './context.ts'
import type { MachineState } from './machine.ts'
import { applyFacts, readMachines } from './read.ts'

/** The database's row is not the one this process knows: read it again and start over. */
class StaleMachine extends Error {}

/** Throws when a statement that expects the machine as it is known found another one. */
export function expectCurrent<Row>(row: Row | undefined): Row {
  if (!row) throw new StaleMachine('the machine has changed')
  return row
}

async function refresh(floor: FloorContext, machine: MachineState): Promise<void> {
  const [facts] = await readMachines(floor.db, machine.id)
  if (!facts) return
  const before = machine.seat?.playerId
  applyFacts(machine, facts)
  const owner = machine.seat?.playerId
  if (before && before !== owner) floor.seats.delete(before)
  if (owner) floor.seats.set(owner, machine.id)
}

/**
 * Runs work on a machine when all work on it before has ended. When the machine turns out to be another than
 * this process knew, or the outcome of a transaction is not known, it is read again; the first case is tried
 * once more, the second is refused by serverError: the player asks for the true state.
 */
export function onMachine<T extends object>(
  floor: FloorContext,
  machineId: string,
  work: (machine: MachineState) => Promise<Result<T>>,
): Promise<Result<T>> {
  const machine = floor.machines.get(machineId)
  if (!machine) return Promise.resolve(refused(Code.machineNotFound))
  return floor.queues.run(machineId, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(machine)
      } catch (error) {
        const stale = error instanceof StaleMachine
        if (!stale) floor.log.error({ err: error, machine: machineId }, 'a command failed')
        const known = await refresh(floor, machine).then(
          () => true,
          () => false,
        )
        if (!stale || !known || attempt > 1) return refused(Code.serverError)
      }
    }
  })
}

/** A command by which somebody plays: when it is done, the wait for the next one begins anew. */
export function playMachine<T extends object>(
  floor: FloorContext,
  machineId: string,
  work: (machine: MachineState) => Promise<Result<T>>,
): Promise<Result<T>> {
  return onMachine(floor, machineId, async (machine) => {
    const result = await work(machine)
    if (result.ok) floor.played(machine)
    return result
  })
}

/** Why this player may not command this machine; undefined when they may. */
export function notTheirs(floor: FloorContext, machine: MachineState, playerId: string): Refused | undefined {
  if (floor.stopping) return refused(Code.stopping)
  return machine.seat?.playerId === playerId ? undefined : refused(Code.notSeated)
}

/** Why this player may not play this machine: as above, or their session was ended because nobody played. */
export function notPlaying(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
): Refused | undefined {
  const no = notTheirs(floor, machine, playerId)
  if (no?.code !== Code.notSeated || machine.terminated !== playerId) return no
  return refused(Code.sessionTerminated)
}
