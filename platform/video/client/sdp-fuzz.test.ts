import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { fragments, offers } from '../../testing/video/worker/sdp.ts'
import { createTestViewers, kervanMachine, SLOW } from '../../testing/video/worker/viewers.ts'
import { startVideo } from './engine.ts'

/*
 * One real video process that gets malformed offers and fragments. SDP_OFFERS=10000 sends as many; decision
 * 0005 has the figures of such a run.
 */

const OFFERS = Number(process.env.SDP_OFFERS ?? 300)
/** Offers that wait for their answers at once. */
const PARALLEL = 4
/** Fragments for each answered offer; each is sent as candidates and as an ICE restart. */
const FRAGMENTS = 3
/** The share of the offers after which the process has what it keeps for ever. */
const WARM_UP = 0.3
const MAX_GROWTH_MB = 100
const MS_PER_OFFER = 400

const failures: string[] = []
const engine = startVideo({
  prerender: false,
  maxViewers: PARALLEL + 1,
  log: (message) => failures.push(message),
})
const viewers = createTestViewers()
afterAll(async () => {
  await viewers.closeAll()
  await engine.stop()
})

/** Anonymous memory of a process, MB; 0 outside Linux. */
function memoryOf(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0
  }
}

/** Waits for the process: while it starts on a loaded machine, requests time out. */
const stats = () =>
  vi.waitFor(
    async () => {
      const found = await engine.stats()
      if (!found) throw new Error('the video process does not answer')
      return found
    },
    { timeout: SLOW },
  )

test(
  'malformed offers and fragments neither end nor grow the video process',
  async () => {
    const scene = kervanMachine()
    const seed = Math.floor(Math.random() * 2 ** 31)
    const counts: Record<string, number> = {}
    function count(kind: string, result: object): boolean {
      const name = `${kind} ${'refused' in result ? result.refused : 'accepted'}`
      counts[name] = (counts[name] ?? 0) + 1
      return !('refused' in result)
    }
    async function send(offer: string, followUps: readonly string[]): Promise<void> {
      const opened = await engine.open(scene, offer)
      if (!count('offer', opened) || !('id' in opened)) return
      for (const fragment of followUps) {
        count('candidates', await engine.candidate(opened.id, fragment))
        count('restart', await engine.restartIce(opened.id, fragment))
      }
      engine.close(opened.id)
    }
    const texts = fc.tuple(offers, fc.array(fragments, { minLength: FRAGMENTS, maxLength: FRAGMENTS }))

    const { pid } = await stats()
    let warmMb = 0
    for (let sent = 0; sent < OFFERS; sent += PARALLEL) {
      if (warmMb === 0 && sent >= OFFERS * WARM_UP) warmMb = memoryOf(pid)
      const batch = fc.sample(texts, { numRuns: PARALLEL, seed: seed + sent })
      await Promise.all(batch.map(([offer, followUps]) => send(offer, followUps)))
    }
    const left = await stats()
    const endMb = memoryOf(pid)
    process.stdout.write(`${JSON.stringify({ seed, counts, warmMb, endMb })}\n`)
    expect({ pid: left.pid, viewers: left.viewers, failures }).toEqual({ pid, viewers: {}, failures: [] })
    expect(engine.pictures()).toEqual({ sent: 0, machines: 0 })
    expect(Object.keys(counts).filter((name) => /down|unknown|full/.test(name))).toEqual([])
    for (const kind of ['offer', 'candidates', 'restart'])
      expect(counts[`${kind} accepted`]).toBeGreaterThan(0)
    expect(endMb - warmMb).toBeLessThan(MAX_GROWTH_MB)
    const { watcher } = await viewers.watch(engine, scene)
    expect((await watcher.frame()).frames).toBeGreaterThan(0)
  },
  2 * SLOW + OFFERS * MS_PER_OFFER,
)
