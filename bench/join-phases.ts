import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { type SignedIn, signIn, standUp } from '../e2e/fixtures/api-client.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import { type Platform, startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import { formatFigure, summarize, type Table } from './table.ts'

/** The phases of a join in their order, by the mark that ends each. */
const PHASES = {
  'offer made': 'the offer, gathered',
  post: 'the game socket has the seat; POST of the offer',
  answer: "the engine's answer",
  ice: 'ICE connected',
  dtls: 'DTLS connected',
  packet: 'first packet of video',
  keyFrame: 'first key frame received whole',
  decoded: 'first frame decoded',
  shown: 'first frame on the screen',
} as const
type Phase = keyof typeof PHASES
type Marks = Partial<Record<Phase, number>>
const NAMES = Object.keys(PHASES) as Phase[]

/**
 * Runs in the page: stores the time at which each phase of the first join ends, in ms since the navigation.
 */
function probe() {
  const marks: Record<string, number> = {}
  Reflect.set(window, 'phases', marks)
  const mark = (name: string) => {
    marks[name] ??= performance.now()
  }
  const pageFetch = window.fetch
  window.fetch = async (...given) => {
    const [input, init] = given
    const url = input instanceof Request ? input.url : String(input)
    const isOffer = init?.method === 'POST' && /\/whep\/[^/]+$/.test(url)
    if (isOffer) mark('post')
    const answer = await pageFetch(...given)
    if (isOffer) mark('answer')
    return answer
  }
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      this.addEventListener('iceconnectionstatechange', () => {
        if (/^(connected|completed)$/.test(this.iceConnectionState)) mark('ice')
      })
      this.addEventListener('connectionstatechange', () => {
        if (this.connectionState === 'connected') mark('dtls')
      })
      // A track is muted until its first packet.
      this.addEventListener('track', ({ track }) => {
        if (track.kind === 'video') track.addEventListener('unmute', () => mark('packet'))
      })
    }
    override async setLocalDescription(...given: [RTCLocalSessionDescriptionInit?]) {
      await super.setLocalDescription(...given)
      mark('offer made')
    }
  }
  const observer = new MutationObserver(() => {
    const video = document.querySelector('video')
    if (!video) return
    observer.disconnect()
    video.requestVideoFrameCallback((_, { receiveTime, presentationTime, expectedDisplayTime }) => {
      Object.assign(marks, { keyFrame: receiveTime, decoded: presentationTime, shown: expectedDisplayTime })
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

const METRICS_TOKEN = 'token-of-the-bench-of-joins'

/** The engine's mean time from an offer to its answer, ms. */
async function engineMs({ address }: Platform): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${address}/metrics`, { headers })).text()
  const figure = (name: string) =>
    Number(new RegExp(`^reelcast_picture_open_seconds_${name}\\{result="ok"\\} (\\S+)$`, 'm').exec(text)?.[1])
  return (1000 * figure('sum')) / figure('count')
}

interface Build {
  readonly name: string
  readonly platform: Platform
  readonly account: SignedIn
}

/** Opens a machine by its address and returns its marks once all are set. */
async function measureOnce(browser: Browser, { platform, account }: Build): Promise<Marks> {
  const [player] = platform.players
  const free = await account.freeMachine()
  if (!player) throw new Error('the platform has no demo players')
  const { page, context } = await newPage(browser, { locale: 'tr-TR' })
  await page.addInitScript(probe)
  const url = `${platform.address}/game/${free.id}/x`
  await openWithToken(page, url, account.token, { waitUntil: 'commit' })
  const found = await page.waitForFunction((names) => {
    const marks: Marks = Reflect.get(window, 'phases') ?? {}
    return names.every((name) => marks[name] !== undefined) ? marks : undefined
  }, NAMES)
  const marks = await found.jsonValue()
  await context.close()
  await standUp(platform, player)
  return marks ?? {}
}

async function openBuild(name: string, start: typeof startPlatform): Promise<Build> {
  const platform = await start({ METRICS_TOKEN })
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  return { name, platform, account: await signIn(platform, player) }
}

/**
 * Measures how the time from the POST to the first frame divides into phases. `against`: the folder of
 * another build, which is measured in turns with this one.
 */
export async function joinPhasesBench(
  browser: Browser,
  runs: number,
  against = process.env.BENCH_AGAINST,
): Promise<Table> {
  const builds: Build[] = []
  if (against) {
    const fixture: { startPlatform: typeof startPlatform } = await import(
      join(resolve(against), 'e2e/fixtures/platform.ts')
    )
    builds.push(await openBuild('before', fixture.startPlatform))
  }
  builds.push(await openBuild('this build', startPlatform))
  const samples = builds.map((): Marks[] => [])
  for (let run = 0; run < runs; run++)
    for (const [i, build] of builds.entries()) samples[i]?.push(await measureOnce(browser, build))
  const engine: string[] = []
  for (const { name, platform } of builds) {
    engine.push(`${name} ${(await engineMs(platform)).toFixed(0)} ms`)
    await platform.stop()
    platform.remove()
  }
  const rows = NAMES.map((name, at) => {
    const figures = samples.flatMap((all) => {
      const times = (from: Phase) => all.map((marks) => (marks[name] ?? 0) - (marks[from] ?? 0))
      const own = at === 0 ? '' : formatFigure(summarize(times(NAMES[at - 1] ?? name)))
      return [formatFigure(summarize(times('post'))), own]
    })
    return [PHASES[name], ...figures]
  })
  return {
    title: "Where a join's time goes",
    note: `In ms: since the POST of the offer, and of the phase itself. A machine is opened by its address, with an empty cache, on the network of this machine; the page and its platform share its processor. Of the answer, the engine itself takes on average: ${engine.join(', ')}. Median of ${runs} runs.`,
    head: ['until', ...builds.flatMap(({ name }) => [`since POST, ${name}`, 'phase'])],
    rows,
  }
}
