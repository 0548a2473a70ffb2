import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, startProcess } from '../platform/testing/process.ts'
import { scratchDataFolder } from '../platform/testing/store/scratch-data-folder.ts'
import { MachinesAnswer } from '../src/contract/floor.ts'
import { BalanceAnswer } from '../src/contract/http.ts'
import { withoutPicture } from './testing/faults.ts'
import { dropped, type Fault, type FaultyProxy, startFaultyProxy } from './testing/faulty-proxy.ts'
import { type KitRun, runKit } from './testing/kit.ts'

const TIMEOUT_MS = 180_000
/** More than the demo players have, so that a load above the wallet is tried too. */
const ALLOWANCE = ['--allowance', '3000000', '--max-stake', '1000']

const dataDir = await scratchDataFolder()
let platform: ReturnType<typeof startProcess>
let address: string
interface Player {
  username: string
  password: string
}
/** Each run has its own player. */
const free: Player[] = []
const waiting: ((player: Player) => void)[] = []

beforeAll(async () => {
  platform = startProcess(dataDir, { FLOOR_MACHINES: '18', TRUST_PROXY: '127.0.0.1', LOGIN_LIMIT: '1000' })
  const ready = await platform.ready()
  address = ready.address
  free.push(...ready.players)
}, TIMEOUT_MS)
afterAll(async () => {
  platform.child.kill('SIGTERM')
  await platform.exited
})

async function withPlayer<T>(work: (player: Player) => Promise<T>): Promise<T> {
  const player = free.pop() ?? (await new Promise<Player>((resolve) => waiting.push(resolve)))
  try {
    return await work(player)
  } finally {
    const next = waiting.shift()
    if (next) next(player)
    else free.push(player)
  }
}

async function walletOf(player: Player): Promise<number> {
  const headers = { authorization: `Bearer ${await logIn(address, player)}` }
  const answer = await fetch(`${address}/api/player/balance`, { headers })
  return v.parse(BalanceAnswer, await answer.json()).balance
}

async function holdsMachine(player: Player): Promise<boolean> {
  const headers = { authorization: `Bearer ${await logIn(address, player)}` }
  const answer = await fetch(`${address}/api/machine/all`, { headers })
  return v.parse(MachinesAnswer, await answer.json()).machines.some(({ reservation }) => reservation)
}

/** Runs the kit against a platform with a fault and no picture. `before`, `after`: the wallet, cents. */
async function runWith(
  fault: Fault,
  args = ALLOWANCE,
): Promise<KitRun & { commands: FaultyProxy['commands']; before: number; after: number; held: boolean }> {
  return withPlayer(async (player) => {
    const proxy = await startFaultyProxy(address, withoutPicture(fault))
    try {
      const before = await walletOf(player)
      const run = await runKit(proxy.origin, player, args)
      const held = await holdsMachine(player)
      return { ...run, before, after: await walletOf(player), commands: proxy.commands, held }
    } finally {
      await proxy.close()
    }
  })
}

describe.concurrent('the kit', { timeout: TIMEOUT_MS }, () => {
  test('finds no fault in the built-in platform, and returns the money', async () => {
    const { code, output, junit, before, after } = await withPlayer(async (player) => {
      const balance = await walletOf(player)
      const run = await runKit(address, player, ALLOWANCE)
      return { ...run, before: balance, after: await walletOf(player), password: player.password }
    })
    expect(output).toMatch(/^\d\d hold, \d+ optional and absent, 0 unchecked, 0 wrong\.$/m)
    expect(code).toBe(0)
    expect(junit).toMatch(/<testsuites name="Reelcast conformance" tests="\d+" failures="0"/)
    const stakes = Number(/a load moves its amount to the machine\n +(\d+) cents/.exec(output)?.[1]) / 2
    expect(after).toBeGreaterThanOrEqual(before - stakes)
  })

  test('a cashout that is never acknowledged; a cancel returns the credit', async () => {
    const { code, output, before, after, held } = await runWith({
      command(event, payload) {
        const { requestId } = (payload ?? {}) as { requestId?: unknown }
        return event === 'cashout' && typeof requestId === 'string' ? dropped : payload
      },
    })
    expect(code).toBe(1)
    expect(output).toContain('WRONG      a cashout of nothing moves nothing')
    expect(output).toMatch(/sent {6}cashout .*\n +got {7}no acknowledgement within 15 s/)
    expect(output).toContain('holds      the wallet has what it had, less the stakes, plus the wins')
    expect(after).toBeGreaterThanOrEqual(before - 200)
    expect(held).toBe(false)
  })

  test('a machine that was freed between the list and the init is no fault', async () => {
    let freed: string | undefined
    const { output, held } = await runWith({
      answer(answer, _, path) {
        if (freed !== undefined || path !== '/api/machine/all' || answer.status !== 200) return
        const { machines, ...rest } = JSON.parse(answer.body)
        const machine = machines.find(({ status }: { status: string }) => status === 'available')
        freed = machine.id
        machine.status = 'playing'
        answer.body = JSON.stringify({
          ...rest,
          machines: [machine, ...machines.filter((one: unknown) => one !== machine)],
        })
      },
    })
    expect(freed).toBeDefined()
    expect(output).toContain('holds      a machine that somebody else plays is refused')
    expect(held).toBe(false)
  })

  test('never sends more than its allowance', async () => {
    const { code, output, commands, before, after } = await runWith({}, ['--allowance', '100'])
    expect(commands.filter(({ event }) => event === 'load' || event === 'spin')).toEqual([])
    expect(output).toMatch(/unchecked {2}the machine can be played within the allowance\n.*--allowance \d+/)
    expect(output.slice(output.search(/WRONG|$/)).trim() || '').toBe('')
    expect([code, after]).toEqual([3, before])
  })
})
