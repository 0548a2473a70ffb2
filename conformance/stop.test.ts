import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPlatform, type Platform } from '../platform/app.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { cryptoRandom, GAMES, seededRandom, spinGame } from '../platform/games/index.ts'
import { scratchDataFolder } from '../platform/testing/store/scratch-data-folder.ts'
import { withoutPicture } from './testing/faults.ts'
import { type Fault, startFaultyProxy } from './testing/faulty-proxy.ts'
import { runKit } from './testing/kit.ts'

/* The kit is stopped after a spin that wins free spins: the platform draws planted stops. */

const TIMEOUT_MS = 240_000
let plantedStops: number[] = []
const rest = seededRandom(1)
vi.spyOn(cryptoRandom, 'int').mockImplementation((below) => plantedStops.shift() ?? rest.int(below))

/** The stops of a spin at the lowest stake that wins free spins. */
function bonusStops(machineId: string, { floor }: Platform): readonly number[] {
  const game = GAMES[floor.scene(machineId)?.game ?? '']
  if (!game) throw new Error(`machine ${machineId} has no game`)
  for (let seed = 1; ; seed += 1) {
    const { stops, freeSpins } = spinGame(game, game.stakes[0] ?? 0, seededRandom(seed), false)
    if (freeSpins > 0) return stops
  }
}

/** How long the reels turn: the free spins are played one after the other. */
const SPIN_MS = 200

const dataDir = await scratchDataFolder()
let platform: Platform
beforeAll(async () => {
  for (const game of Object.values(GAMES)) vi.spyOn(game, 'durationMs', 'get').mockReturnValue(SPIN_MS)
  const env = { PORT: '0', DATA_DIR: dataDir, SERVE_APP: '0', SIMULATE: '0', TRUST_PROXY: '127.0.0.1' }
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problem)
  platform = await createPlatform(read.config, () => {})
}, TIMEOUT_MS)
afterAll(async () => {
  vi.restoreAllMocks()
  await platform.stop()
})

type Game = { readonly freeSpins: number; readonly spin: { readonly free: boolean } | null }
const gameOf = (ack: unknown): Game | undefined => (ack as { ok: boolean; game?: Game }).game

/** When the kit is stopped, and the machine at which this is tested. */
const MOMENTS = {
  'the spin that wins them': 0,
  'the first of them': 1,
} as const

// One after the other: the planted stops go to the next spin of any machine.
test.each(Object.entries(MOMENTS))(
  'Ctrl-C after %s plays the free spins and returns the credit',
  async (moment, index) => {
    const player = platform.players[index]
    const machine = platform.floor.machines('')?.machines[index]
    if (!player || !machine) throw new Error('the demo has too few players or machines')
    let interrupt = () => {}
    let freeSpins = 0
    const fault: Fault = {
      command(event, payload) {
        if (event === 'spin' && freeSpins === 0) plantedStops = [...bonusStops(machine.id, platform)]
        return payload
      },
      ack(event, ack) {
        const isFree = gameOf(ack)?.spin?.free
        if (event !== 'spin' || isFree === undefined) return ack
        if (isFree ? moment === 'the first of them' : moment === 'the spin that wins them') interrupt()
        return ack
      },
      push(event, push) {
        if (event === 'game') freeSpins = Math.max(freeSpins, (push as Game).freeSpins)
        return push
      },
    }
    const proxy = await startFaultyProxy(platform.address, withoutPicture(fault))
    const given = ['--allowance', '2000', '--machine', machine.id]
    const run = runKit(proxy.origin, player, given, {}, (stop) => {
      interrupt = stop
    })
    const { code, output } = await run.finally(proxy.close)
    expect(freeSpins, output).toBeGreaterThan(0)
    expect(output).toMatch(
      /holds {6}the wallet has what it had, less the stakes, plus the wins\n +\d+ cents: /,
    )
    expect(output).not.toContain('WRONG')
    expect(code).toBe(130)
    const left = platform.floor.machines('')?.machines.find(({ id }) => id === machine.id)
    expect(left?.status).toBe('available')
  },
  TIMEOUT_MS,
)
