import { type Browser, expect, type Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { skipBrowserGate } from '../e2e/fixtures/skip-once.ts'
import { findFirefox, launchFirefox } from '../e2e/run/browser.ts'
import { newPage, PHONE, throttlePage } from './browser.ts'
import { compareFigure } from './glass.ts'
import { openFundedGame } from './machine-setup.ts'
import { type Line, startRelay } from './relay.ts'
import { delaysOf, readFrames, readStampedFrames, type StampedFrame } from './stamped-frames.ts'
import { quantile, type Table } from './table.ts'

/*
 * From the finger to the glass on a player's line: calls, sockets and media go through one relay that delays
 * and loses packets. What a frame shows is read from its pixels.
 */

const LINES: readonly (Line & { name: string })[] = [
  { name: 'clean', roundTripMs: 0 },
  { name: '50 ms, jitter 10 ms, 1 % lost', roundTripMs: 50, jitterMs: 10, loss: 0.01 },
  { name: '100 ms, jitter 30 ms, 2 % lost', roundTripMs: 100, jitterMs: 30, loss: 0.02 },
  { name: '200 ms, 800 kbit/s', roundTripMs: 200, bitsPerSecond: 800_000 },
  { name: '50 ms, gaps of 300 ms, 1 % of the time', roundTripMs: 50, loss: 0.01, gapMs: 300 },
]
/** A press that starts no spin, as the picture was too old, is repeated. */
const PRESS_AGAIN_MS = 1500
const FIGURE_SECONDS = 5
/** Of a phone that is cheap; Firefox has no such switch. */
const SLOWER = 6

interface Watched {
  peers: RTCPeerConnection[]
  presses: number[]
  /** ms from the first answer of the video server to the first frame. */
  joinMs: number
  relayPort(host: string, port: number): Promise<number>
}

/**
 * Runs in the page before the app: its media goes through the relay, as the page and the server learn no
 * other address of each other. Keeps the times of the presses, in ms since 1970.
 */
function watch(): void {
  // The tour would take the keys.
  if (location.protocol.startsWith('http')) localStorage.setItem('reelcast.tour', '1')
  const watched = window as unknown as Watched
  watched.peers = []
  watched.presses = []
  const { prototype } = RTCPeerConnection
  const { setRemoteDescription } = prototype
  prototype.setRemoteDescription = async function ({ type, sdp = '' }: RTCSessionDescriptionInit) {
    watched.peers.push(this)
    const answeredAt = performance.now()
    const onFrame = () => {
      watched.joinMs ??= performance.now() - answeredAt
    }
    document.addEventListener('loadeddata', onFrame, { capture: true, once: true })
    const lines: string[] = []
    for (const line of sdp.split('\r\n')) {
      const [, head, host = '', port, tail] =
        /^(a=candidate:\S+ 1 udp \S+) ([\d.]+) (\d+) (.*)$/i.exec(line) ?? []
      if (head) lines.push(`${head} ${host} ${await watched.relayPort(host, Number(port))} ${tail}`)
      else if (!line.startsWith('a=candidate:')) lines.push(line)
    }
    return Reflect.apply(setRemoteDescription, this, [{ type, sdp: lines.join('\r\n') }])
  }
  const local = Object.getOwnPropertyDescriptor(prototype, 'localDescription')
  Object.defineProperty(prototype, 'localDescription', {
    get() {
      const { type, sdp = '' } = local?.get?.call(this) ?? {}
      return type && { type, sdp: sdp.replace(/^a=candidate:.*\r\n/gm, '') }
    },
  })
  const ice = Object.getOwnPropertyDescriptor(prototype, 'onicecandidate')
  Object.defineProperty(prototype, 'onicecandidate', {
    set(handler: RTCPeerConnection['onicecandidate']) {
      ice?.set?.call(this, (event: RTCPeerConnectionIceEvent) => {
        if (!event.candidate) handler?.call(this, event)
      })
    },
  })
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => key === ' ' && watched.presses.push(Date.now() - performance.now() + timeStamp),
    { capture: true },
  )
}

/** What the browser counts since the start: freezes (W3C webrtc-stats), and the share of made-up sound. */
const counted = (page: Page): Promise<{ freezes: number; madeUp: number }> =>
  page.evaluate(async () => {
    const sum = { freezes: 0, madeUp: 0 }
    for (const peer of (window as unknown as Watched).peers)
      for (const stat of (await peer.getStats()).values()) {
        if (stat.type !== 'inbound-rtp') continue
        if (stat.kind === 'video') sum.freezes += stat.freezeCount
        else sum.madeUp = (stat.concealedSamples - stat.silentConcealedSamples) / stat.totalSamplesReceived
      }
    return sum
  })

/** The ms to the first frame of each spin from the press that started it. */
function pressDelays(frames: readonly StampedFrame[], presses: readonly number[]): number[] {
  return frames.flatMap(({ at, marker }, i) => {
    const press = presses.findLast((one) => one < at)
    const before = frames[i - 1]?.marker.spin
    // A destroyed marker seldom passes its check, and never twice with the same spin.
    const isNew = before !== undefined && marker.spin !== before && frames[i + 1]?.marker.spin === marker.spin
    return isNew && press !== undefined ? [at - press] : []
  })
}

async function spinOnce(page: Page): Promise<void> {
  const inState = (state: string) => page.locator(`[data-key=spin][data-state=${state}]`)
  await expect(async () => {
    await inState('ready').waitFor()
    await page.keyboard.press('Space')
    await inState('spinning').waitFor({ timeout: PRESS_AGAIN_MS })
  }).toPass()
}

/** Measures spins, the picture's age, freezes and sound on each line, also in an installed Firefox. */
export async function lineBench(chromium: Browser, spins: number): Promise<Table> {
  const path = await findFirefox((line) => console.log(line))
  const firefox = path && (await launchFirefox(path))
  const runs = [chromium, ...(firefox ? [firefox] : [])].flatMap((browser) =>
    LINES.map((line) => ({ browser, line })),
  )
  const platform = await startPlatform({ VIDEO_MARKER: 'time' })
  const rows: string[][] = []
  for (const [turn, { browser, line }] of runs.entries()) {
    const isFirefox = browser === firefox
    const relay = await startRelay(platform.address, line)
    const { page, context } = await newPage(browser, isFirefox ? { locale: 'tr-TR' } : { ...PHONE })
    if (isFirefox) await skipBrowserGate(context)
    else await throttlePage(page, { slower: SLOWER })
    await page.exposeFunction('relayPort', relay.media)
    await page.addInitScript(watch)
    const { machineId, account } = await openFundedGame(
      page,
      platform,
      turn % platform.players.length,
      relay.url,
    )
    const before = await counted(page)
    const startedAt = performance.now()
    for (let at = 0; at < spins; at++) await spinOnce(page)
    const { freezes, madeUp } = await counted(page)
    const minutes = (performance.now() - startedAt) / 60_000
    // Reading the pixels costs frames, and the jitter buffers have settled.
    await page.evaluate(readFrames)
    for (let at = 0; at < spins; at++) await spinOnce(page)
    await page.locator('[data-key=spin][data-state=ready]').waitFor()
    const frames = await readStampedFrames(page)
    const delays = pressDelays(frames, await page.evaluate(() => (window as unknown as Watched).presses))
    const ages = delaysOf(frames)
    const { figure, pixels } = await compareFigure(page, FIGURE_SECONDS)
    const join = await page.evaluate(() => (window as unknown as Watched).joinMs)
    const stated = await page.locator('[data-figure=press] dd').textContent()
    const ms = (value: number) => value.toFixed(0)
    rows.push([
      `${isFirefox ? 'Firefox' : 'Chromium'}, ${line.name}`,
      ms(join),
      `${ms(quantile(delays, 0.5))} / ${ms(Math.max(...delays))} (${delays.length})`,
      /[\d.]+/.exec(stated ?? '')?.[0]?.replace('.', '') ?? '–',
      `${ms(quantile(ages, 0.5))} / ${ms(quantile(ages, 0.95))}`,
      `${ms(figure)} / ${ms(pixels)}`,
      ((freezes - before.freezes) / minutes).toFixed(1),
      `${(madeUp * 100).toFixed(1)} %`,
    ])
    await context.close()
    await account.post('/player/cancel', { machineId })
    relay.close()
  }
  if (firefox) await firefox.close()
  await platform.stop()
  platform.remove()
  return {
    title: 'From the finger to the glass',
    note: `Calls, sockets and media go through a relay that delays and loses packets in both directions; jitter comes on top of the round trip. Chromium's processor is ${SLOWER} times slower, and its age is measured; Firefox has the whole processor, and its age is estimated. Join: from the video server's answer to the first frame, in ms. Press: to the first frame of its spin, in ms, median and highest (of so many spins); stated: the median that the app states of all spins of the visit. Age: from drawing a frame to its presentation, in ms, median and 95th percentile. Both are read from the pixels. Stated / pixels: the age that the app states, beside that of the pixels in the same ${FIGURE_SECONDS} s; the stated one alone counts a picture that stands. Freezes: frames that stood for longer than three usual ones and 150 ms, a minute, as the browser counts. Sound: the share that the browser has made up.`,
    head: ['line', 'join', 'press', 'stated', 'age', 'stated / pixels', 'freezes', 'sound'],
    rows,
  }
}
