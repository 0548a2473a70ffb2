import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../platform/lib/clock.ts'
import { startVideo, type VideoEngine } from '../platform/video/client/engine.ts'
import { createPublications } from '../platform/video/sfu/publications.ts'
import { janusProblem, startJanus } from '../platform/video/sfu/test-janus.ts'
import type { Table } from './table.ts'
import { openViewers, sceneOf, startSpinning } from './video.ts'

const SECRET = 'a-secret-of-the-bench-for-the-sfu'
const VIEWERS = [1, 4, 8]
const SDP = 'application/sdp'
const WARM_UP_MS = 5000
const POLL_INTERVAL_MS = 5

type Viewers = ReturnType<typeof openViewers>
/** Connects a viewer by the offer that it has made. */
type Connect = (viewers: Viewers, id: number, offer: string) => Promise<void>

/**
 * ms from the first viewer's request to its first decoded frame, and the cores that the video process used.
 */
async function measure(engine: VideoEngine, connect: Connect, count: number, seconds: number) {
  const viewers = openViewers()
  const firstOffer = await viewers.offer(1)
  const began = performance.now()
  await connect(viewers, 1, firstOffer)
  while (((await viewers.frames())[0] ?? 0) === 0) await sleep(POLL_INTERVAL_MS)
  const firstFrameMs = performance.now() - began
  for (let id = 2; id <= count; id += 1) await connect(viewers, id, await viewers.offer(id))
  await sleep(WARM_UP_MS)
  const cpuMs = async () => (await engine.stats())?.cpuMs ?? Number.NaN
  const [cpuBefore, at] = [await cpuMs(), performance.now()]
  await sleep(seconds * 1000)
  const cores = ((await cpuMs()) - cpuBefore) / (performance.now() - at)
  viewers.close()
  return { firstFrameMs, cores }
}

const direct =
  (engine: VideoEngine): Connect =>
  async (viewers, id, offer) => {
    const opened = await engine.open(sceneOf(0), offer)
    if ('refused' in opened) throw new Error(opened.message)
    viewers.answer(id, opened.answer)
  }

/**
 * Follows Janus's exchange as the app does: the POST returns a counter-offer, and a PATCH sends the answer to
 * it.
 */
const through =
  (address: string, source: () => Promise<{ url: string; token?: string | null | undefined }>): Connect =>
  async (viewers, id, offer) => {
    const { url, token } = await source()
    const headers = { 'content-type': SDP, authorization: `Bearer ${token}` }
    const counterOffer = await fetch(url, { method: 'POST', headers, body: offer })
    if (counterOffer.status !== 406) throw new Error(`the SFU answered ${counterOffer.status}`)
    const session = new URL(counterOffer.headers.get('location') ?? '', address)
    const body = await viewers.counter(id, await counterOffer.text())
    await fetch(session, { method: 'PATCH', headers, body })
  }

async function measureWay(way: 'direct' | 'sfu', count: number, seconds: number) {
  const engine = startVideo()
  // The first still starts the worker and loads the machine's art, so that the first frame does not include
  // them.
  await engine.still(sceneOf(0))
  const stop = startSpinning(engine, [sceneOf(0)])
  const janus = way === 'sfu' ? await startJanus(SECRET) : undefined
  const publications =
    janus &&
    createPublications({
      sfu: {
        publishUrl: `${janus.address}/whip/{machine}`,
        watchUrl: `${janus.address}/whep/{machine}`,
        secret: SECRET,
      },
      ...{
        engine,
        scene: () => sceneOf(0),
        ownerOf: () => 'player',
        isPlayed: () => true,
        isOnline: () => true,
      },
      ...{ onSeat: () => () => {}, spectators: false, clock: systemClock, log: () => {} },
    })
  try {
    const source = async () =>
      (await publications?.source('1', { playerId: 'player', loginId: 'login' })) ?? { url: '' }
    const connect = janus ? through(janus.address, source) : direct(engine)
    return await measure(engine, connect, count, seconds)
  } finally {
    stop()
    await publications?.close()
    await engine.stop()
    await janus?.stop()
  }
}

/**
 * Compares the video process's load for viewers of one machine: sent to each viewer, or published once to an
 * SFU.
 */
export async function sfuBench(seconds: number): Promise<Table> {
  const problem = janusProblem()
  const rows: string[][] = []
  for (const count of VIEWERS) {
    const ways = [
      await measureWay('direct', count, seconds),
      problem ? undefined : await measureWay('sfu', count, seconds),
    ]
    const cells = ways.flatMap((result) =>
      result
        ? [`${Math.round(result.cores * 100)} %`, `${Math.round(result.firstFrameMs)} ms`]
        : ['not measured', 'not measured'],
    )
    rows.push([String(count), ...cells])
  }
  return {
    title: 'Viewers of one machine, direct and through an SFU',
    note: `640x360, reels always spinning. Processor: the video process alone, in percent of one core, over ${seconds} seconds. First frame: from the first viewer's request to the first decoded frame; through the SFU that includes the publishing.${problem ? ` Without the SFU: ${problem}.` : ''}`,
    head: ['viewers', 'processor, direct', 'first frame, direct', 'processor, SFU', 'first frame, SFU'],
    rows,
  }
}
