import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Floor } from '../floor/ports/floor.ts'
import { type Result, refused } from '../lib/result.ts'
import { createOwnerCalls, type OwnerCallsDeps } from './owner-calls.ts'

/** How long a command waits for a machine without an owner: a lease, and the time to claim and read it. */
const PATIENCE_MS = 8000
const RETRY_MS = 50

/** The commands that are forwarded to a machine's owner, and the messages of controllers. */
const Name = v.picklist([
  'sit',
  'resume',
  'load',
  'spin',
  'press',
  'cashOut',
  'hold',
  'leave',
  'kick',
  'cancel',
  'setFault',
  'quit',
  'beginIdleClose',
  'onController',
  'expel',
  'suspend',
])
type Name = v.InferOutput<typeof Name>

const Connected = v.object({ ok: v.literal(true), presence: v.number() })

/**
 * Runs a command that another process has forwarded. `isGone`: whether that process has stopped waiting for
 * the answer. Its page then does not learn of a seat that the command has taken, and the seat is held, as
 * after a lost connection. A later call has a higher presence.
 */
export async function runForwarded(
  floor: Floor,
  name: string,
  args: unknown[],
  isGone: () => boolean,
): Promise<unknown> {
  if (!v.is(Name, name)) throw new Error(`no command: ${name}`)
  // The calling process has checked the types; it is of the same or the previous build.
  const answer: unknown = await Reflect.apply(floor[name], undefined, args)
  const connected = v.safeParse(Connected, answer)
  if (connected.success && isGone())
    await floor.hold(String(args[0]), String(args[1]), connected.output.presence)
  return answer
}

export interface SharedFloorDeps extends OwnerCallsDeps {
  readonly floor: Floor
  isStopping(): boolean
}

/**
 * The floor of several processes: commands go to their machine's owner. If the outcome is unknown, because
 * the owner died or no answer came, the command is sent again, to the owner of then; request ids and
 * presences prevent that it takes effect twice. A `cancel` or `kick` that took effect without an answer is
 * then answered with notSeated. A command that was sent and never answered is refused with serverError, one
 * that was not sent with stopping.
 */
export function createSharedFloor({ floor, db, node, call, isStopping }: SharedFloorDeps): Floor {
  const owners = createOwnerCalls({ db, node, call })

  /** The machine where a player is seated; the last report of its owner may be missing or late. */
  async function seatAtDatabase(playerId: string, ..._rest: unknown[]): Promise<string | undefined> {
    const row = await db
      .selectFrom('machines')
      .select('id')
      .where('seat_player', '=', Number(playerId))
      .executeTakeFirst()
    return row && String(row.id)
  }

  function forward<A extends unknown[], T extends object>(
    name: Name,
    machineOf: (...given: NoInfer<A>) => string | undefined | Promise<string | undefined>,
    local: (...given: A) => Promise<Result<T>>,
    /** The result of a command that may have run before without an answer. */
    repeated = (result: Result<T>): Result<T> => result,
  ): (...given: A) => Promise<Result<T>> {
    return async (...given) => {
      const machineId = await machineOf(...given)
      if (machineId === undefined || !floor.change(machineId)) return local(...given)
      const deadline = performance.now() + PATIENCE_MS
      let mayHaveRun = false
      for (;;) {
        const result = floor.owns(machineId)
          ? await local(...given)
          : // The owner runs the same function of the same build.
            ((await owners.call(machineId, name, given)) as Result<T> | 'not sent' | 'unknown')
        if (result === 'unknown') mayHaveRun = true
        else if (result !== 'not sent' && (result.ok || result.code !== Code.stopping))
          return mayHaveRun ? repeated(result) : result
        owners.forget(machineId)
        if (isStopping() || performance.now() > deadline)
          return refused(mayHaveRun ? Code.serverError : Code.stopping)
        await sleep(RETRY_MS)
      }
    }
  }

  const second = (_: string, machineId: string, ..._rest: unknown[]) => machineId
  const first = (machineId: string, ..._rest: unknown[]) => machineId
  const sit = forward('sit', second, floor.sit)
  const resume = forward('resume', second, floor.resume)
  return {
    ...floor,
    sit: (playerId, machineId) => sit(playerId, machineId, node),
    resume: (playerId, machineId, _, presence) => resume(playerId, machineId, node, presence),
    load: forward('load', second, floor.load),
    spin: forward('spin', second, floor.spin),
    press: forward('press', second, floor.press),
    cashOut: forward('cashOut', second, floor.cashOut),
    hold: forward('hold', second, floor.hold),
    leave: forward('leave', second, floor.leave),
    kick: forward('kick', second, floor.kick, (kicked) =>
      kicked.ok ? { ...kicked, changed: true } : kicked,
    ),
    cancel: forward('cancel', second, floor.cancel),
    setFault: forward('setFault', first, floor.setFault),
    quit: forward('quit', first, floor.quit),
    onController: forward('onController', first, floor.onController),
    beginIdleClose: forward('beginIdleClose', first, floor.beginIdleClose),
    expel: forward('expel', seatAtDatabase, floor.expel),
    suspend: forward('suspend', seatAtDatabase, floor.suspend),
  }
}
