import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { MachineStatus } from '../../src/contract/http.ts'
import { HOUSE, jackpotOf, post } from '../ledger/ledger.ts'
import { type FloorContext, later, setJackpot, tellStatus } from './context.ts'
import type { MachineState } from './machine.ts'

/*
 * Players who are not there, so that the floor lives: they have no money and no seat, only a status, and they
 * keep to every third machine, so that real players always find the others free. What they would stake feeds
 * the jackpots, from the house, in one movement every so often.
 */

const STEP_MS = 2000
const FEED_MS = 15_000
/** Statuses that change in one step, in a thousand machines of theirs. */
const CHANGES_PER_THOUSAND = 60
/** Spins a simulated player makes between two feeds. */
const SPINS_PER_FEED = 4
const JACKPOT_PERCENT = 1

/** What may come next, each line as often as its number says. */
const NEXT: Readonly<Partial<Record<MachineStatus, readonly [MachineStatus, number][]>>> = {
  available: [
    ['playing', 92],
    ['offline', 5],
    ['error', 3],
  ],
  playing: [
    ['in-bonus', 30],
    ['reserved', 15],
    ['cashing-out', 35],
    ['playing', 20],
  ],
  'in-bonus': [['playing', 1]],
  reserved: [
    ['playing', 3],
    ['cashing-out', 1],
  ],
  'cashing-out': [['available', 1]],
  offline: [['available', 1]],
  error: [['available', 1]],
}

function pick(floor: FloorContext, from: MachineStatus): MachineStatus {
  const choices = NEXT[from] ?? []
  let left = floor.random.int(choices.reduce((sum, [, weight]) => sum + weight, 0) || 1)
  for (const [status, weight] of choices) {
    if (left < weight) return status
    left -= weight
  }
  return 'available'
}

function setStatus(floor: FloorContext, machine: MachineState, status: MachineStatus): void {
  machine.simulated = status === 'available' ? undefined : status
  tellStatus(floor, machine)
}

/** One change on a machine of theirs, unless a real player sits there. */
function change(floor: FloorContext, machine: MachineState | undefined): void {
  // A command that is under way may be seating somebody: it goes first.
  if (!machine) return
  void floor.queues.run(machine.id, async () => {
    if (floor.stopping || machine.seat || machine.fault) return
    setStatus(floor, machine, pick(floor, machine.simulated ?? 'available'))
  })
}

/** Puts the simulated stakes' share of each brand into its jackpot. */
async function feed(floor: FloorContext, theirs: readonly MachineState[]): Promise<void> {
  const shares = new Map<string, number>()
  for (const machine of theirs) {
    if (machine.simulated !== 'playing' && machine.simulated !== 'in-bonus') continue
    const { stakes } = machine.game
    const stake = stakes[floor.random.int(stakes.length)] ?? 0
    const share = Math.floor((stake * SPINS_PER_FEED * JACKPOT_PERCENT) / 100)
    shares.set(machine.brand.id, (shares.get(machine.brand.id) ?? 0) + share)
  }
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0)
  if (total === 0) return
  const entries = [...shares].map(([brand, amount]) => ({ account: jackpotOf(brand), amount }))
  const requestId = `jackpot-feed:${randomUUID()}`
  const posting = {
    requestId,
    kind: 'jackpot-feed' as const,
    fingerprint: requestId,
    entries: [{ account: HOUSE, amount: -total }, ...entries],
    at: new Date(floor.clock.now()),
  }
  const pools = v.array(v.object({ brandId: v.string(), balance: v.number(), version: v.number() }))
  const posted = await post(floor.db, posting, v.object({ pools }), (after) => ({
    pools: [...shares.keys()].map((brandId) => ({ brandId, ...after(jackpotOf(brandId)) })),
  }))
  for (const pool of posted.ok ? posted.answer.pools : []) {
    const brand = floor.brands.get(pool.brandId)
    if (brand) setJackpot(floor, brand, pool)
  }
}

/** Sits the simulated players down and lets them live until the floor closes. */
export function simulate(floor: FloorContext): void {
  const theirs = [...floor.machines.values()].filter((machine) => isTheirs(floor, machine))
  for (const machine of theirs) {
    if (!machine.seat && !machine.fault) setStatus(floor, machine, pick(floor, 'available'))
  }
  if (theirs.length === 0) return
  const changes = Math.max(1, Math.round((theirs.length * CHANGES_PER_THOUSAND) / 1000))
  const step = () => {
    for (let n = 0; n < changes; n += 1) change(floor, theirs[floor.random.int(theirs.length)])
    later(floor, 'simulation', STEP_MS, step)
  }
  const feedAll = () => {
    void floor.queues
      .run('jackpots', () => feed(floor, theirs))
      .catch((error: unknown) => floor.log.warn({ err: error }, 'the jackpots could not be fed'))
    later(floor, 'feed', FEED_MS, feedAll)
  }
  later(floor, 'simulation', STEP_MS, step)
  later(floor, 'feed', FEED_MS, feedAll)
}

/** Every third machine of a brand, from its second. */
function isTheirs(floor: FloorContext, machine: MachineState): boolean {
  const place = Math.ceil(Number(machine.id) / floor.brands.size)
  return place % 3 === 2
}
