import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { MachineStatus } from '../../src/contract/http.ts'
import { HOUSE, jackpotOf, post } from '../ledger/ledger.ts'
import { emitStatus, type FloorContext, schedule, setJackpot } from './context.ts'
import { BIG_WIN_STAKES } from './end-visit.ts'
import type { MachineState } from './machine.ts'

/*
 * Simulated players at every third machine, so that a demo's lobby is busy. They have a status but no seat
 * and no money; the house feeds the jackpots with the share of their stakes.
 */

const STEP_MS = 2000
const FEED_MS = 15_000
/** Status changes per step and thousand simulated machines. */
const CHANGES_PER_THOUSAND = 60
/** Spins of a simulated player between two feeds. */
const SPINS_PER_FEED = 4
const JACKPOT_PERCENT = 1

/** Transitions with their weights. */
const TRANSITIONS: Readonly<Partial<Record<MachineStatus, readonly [MachineStatus, number][]>>> = {
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

function pickNext(floor: FloorContext, from: MachineStatus): MachineStatus {
  const choices = TRANSITIONS[from] ?? []
  let left = floor.random.int(choices.reduce((sum, [, weight]) => sum + weight, 0) || 1)
  for (const [status, weight] of choices) {
    if (left < weight) return status
    left -= weight
  }
  return 'available'
}

/** The part of the simulated players that leave after a big win, and the most stakes that one pays. */
const BIG_WINS_PERCENT = 20
const MAX_BIG_WIN_STAKES = 60

/** Simulated wins are shown in the lobby, and exist in memory only. */
function winBig(floor: FloorContext, machine: MachineState): void {
  const { stakes } = machine.driver
  const stake = stakes[floor.random.int(stakes.length)] ?? 0
  const times = BIG_WIN_STAKES + floor.random.int(MAX_BIG_WIN_STAKES - BIG_WIN_STAKES)
  machine.lastBigWin = stake * times
}

function setStatus(floor: FloorContext, machine: MachineState, status: MachineStatus): void {
  machine.simulated = status === 'available' ? undefined : status
  emitStatus(floor, machine)
}

/** Changes a machine's simulated status, unless a player is seated. */
function changeStatus(floor: FloorContext, machine: MachineState | undefined): void {
  if (!machine) return
  // Queued, because a running command may be taking the seat.
  void floor.queues.run(machine.id, async () => {
    if (floor.stopping || !machine.owned || machine.seat || machine.fault) return
    if (machine.simulated === 'cashing-out' && floor.random.int(100) < BIG_WINS_PERCENT)
      winBig(floor, machine)
    setStatus(floor, machine, pickNext(floor, machine.simulated ?? 'available'))
  })
}

/** Adds the simulated stakes' share to each brand's jackpot. */
async function feedJackpots(floor: FloorContext, simulated: readonly MachineState[]): Promise<void> {
  const shares = new Map<string, number>()
  for (const machine of simulated) {
    if (!machine.owned) continue
    if (machine.simulated !== 'playing' && machine.simulated !== 'in-bonus') continue
    const { stakes } = machine.driver
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

/** Runs until the floor stops. */
export function startSimulation(floor: FloorContext): void {
  const simulated = [...floor.machines.values()].filter((machine) => isSimulated(floor, machine))
  for (const machine of simulated) {
    if (!machine.owned || machine.seat || machine.fault) continue
    // Without a real win each second one starts with a simulated one.
    if (machine.lastBigWin === undefined && floor.random.int(2) === 0) winBig(floor, machine)
    setStatus(floor, machine, pickNext(floor, 'available'))
  }
  if (simulated.length === 0) return
  const changes = Math.max(1, Math.round((simulated.length * CHANGES_PER_THOUSAND) / 1000))
  const step = () => {
    for (let n = 0; n < changes; n += 1) changeStatus(floor, simulated[floor.random.int(simulated.length)])
    schedule(floor, 'simulation', STEP_MS, step)
  }
  const feedAll = () => {
    void floor.queues
      .run('jackpots', () => feedJackpots(floor, simulated))
      .catch((error: unknown) => floor.log.warn({ err: error }, 'the jackpots could not be fed'))
    schedule(floor, 'feed', FEED_MS, feedAll)
  }
  schedule(floor, 'simulation', STEP_MS, step)
  schedule(floor, 'feed', FEED_MS, feedAll)
}

/** Whether it is the second, fifth, eighth … machine of its brand, and the platform draws its games. */
function isSimulated(floor: FloorContext, machine: MachineState): boolean {
  if (!machine.driver.drawnGame) return false
  const place = Math.ceil(Number(machine.id) / floor.brands.size)
  return place % 3 === 2
}
