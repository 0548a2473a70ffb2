import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { type Marker, readMarker } from '../platform/video/render/marker.ts'
import { newPage } from './browser.ts'
import { openFundedGame } from './machine-setup.ts'
import { formatFigure, quantile, summarize, type Table } from './table.ts'

/*
 * Glass-to-glass latency. The platform draws the current time into each frame (VIDEO_MARKER), and the page
 * reads it back from the pixels when it presents the frame. Both ends use the same clock.
 */

/** A stamp has the low 28 bits of the time in ms. */
const WRAP = 2 ** 28
const WARM_UP_MS = 4000

/** One frame: when it is presented (ms since 1970), and the brightness of each cell of its marker. */
interface PresentedFrame {
  at: number
  cells: number[]
}

interface StampedFrame {
  at: number
  marker: Marker
}

/** Runs in the page: reads every following frame of its video. */
function readFrames() {
  const video = document.querySelector('video')
  if (!video) throw new Error('there is no video')
  const context = new OffscreenCanvas(128, 8).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  const frames: PresentedFrame[] = []
  Object.assign(window, { frames })
  const frame = (now: number, { expectedDisplayTime }: { expectedDisplayTime: number }) => {
    video.requestVideoFrameCallback(frame)
    const at = Date.now() - performance.now() + Math.max(now, expectedDisplayTime)
    const scale = video.videoWidth / 640
    context.drawImage(video, 256 * scale, 352 * scale, 128 * scale, 8 * scale, 0, 0, 128, 8)
    const { data } = context.getImageData(0, 0, 128, 8)
    const cells = Array.from({ length: 64 }, (_, cell) => {
      const first = ((Math.floor(cell / 32) * 4 + 1) * 128 + (cell % 32) * 4 + 1) * 4
      return [0, 4, 512, 516].reduce((sum, next) => sum + (data[first + next + 1] ?? 0), 0) / 4
    })
    frames.push({ at, cells })
  }
  video.requestVideoFrameCallback(frame)
}

/** Runs in the page: a minimal WHEP player with the browser's defaults. */
async function startPlainPlayer({
  endpoint,
  token,
  buffer,
}: {
  endpoint: string
  token: string
  buffer: boolean
}) {
  const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true })
  document.body.replaceChildren(video)
  const peer = new RTCPeerConnection()
  Object.assign(window, { peer })
  peer.ontrack = ({ streams, receiver }) => {
    if (!buffer) receiver.jitterBufferTarget = 0
    video.srcObject = streams[0] ?? null
  }
  for (const kind of ['video', 'audio']) peer.addTransceiver(kind, { direction: 'recvonly' })
  await peer.setLocalDescription()
  while (peer.iceGatheringState !== 'complete') {
    await new Promise((done) => peer.addEventListener('icegatheringstatechange', done, { once: true }))
  }
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    body: peer.localDescription?.sdp ?? '',
  })
  await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
  await video.play()
}

/** Returns every frame with a readable marker so far. */
async function readStampedFrames(page: Page): Promise<StampedFrame[]> {
  const frames = await page.evaluate(() => (window as unknown as { frames: PresentedFrame[] }).frames)
  return frames.flatMap(({ at, cells }) => {
    const marker = readMarker(
      640,
      (x, y) => cells[Math.floor((y - 352) / 4) * 32 + (x - 256 - ((x - 256) % 4)) / 4] ?? 0,
    )
    return marker ? [{ at, marker }] : []
  })
}

/** Returns the ms from drawing to presentation of each frame. */
const delaysOf = (frames: readonly StampedFrame[]): number[] =>
  frames.flatMap(({ at, marker }) => {
    const ms = (((at - marker.credit) % WRAP) + WRAP) % WRAP
    return ms < 60_000 ? [ms] : []
  })

/**
 * The picture's age in ms by the app's own figures, read once a second, and by the pixels at the same time.
 */
async function compareFigure(page: Page, seconds: number): Promise<{ figure: number; pixels: number }> {
  await page.locator('button[data-level]').click()
  const text = page.getByRole('dialog').locator('[data-figure=age] dd')
  await text.getByText(' ± ').waitFor()
  await page.evaluate(readFrames)
  const figures: number[] = []
  for (let second = 0; second < seconds; second++) {
    await page.waitForTimeout(1000)
    figures.push(Number.parseInt((await text.textContent()) ?? '', 10))
  }
  const pixels = delaysOf(await readStampedFrames(page))
  return { figure: quantile(figures, 0.5), pixels: quantile(pixels, 0.5) }
}

/** "–" if there are no samples: on an overloaded machine possibly no spin is recorded completely. */
const ms = (values: readonly number[]) => (values.length > 0 ? `${formatFigure(summarize(values))} ms` : '–')

/** Measures the latency of the app and of two plain players that watch the same machine at the same time. */
export async function glassBench(browser: Browser, seconds: number, rounds: number): Promise<Table> {
  const platform = await startPlatform({ VIDEO_MARKER: 'time' })
  const names = ['Reelcast', 'plain WHEP player', 'plain WHEP player, jitterBufferTarget 0']
  const samples: number[][][] = names.map(() => [])
  const figures: { figure: number; pixels: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { page, context } = await newPage(browser, { locale: 'tr-TR' })
    const { machineId, account, spin } = await openFundedGame(page, platform, round)
    const plain = [await newPage(browser), await newPage(browser)] as const
    const { token } = account
    const endpoint = `${platform.address}/whep/${machineId}`
    for (const [at, { page }] of plain.entries()) {
      await page.goto(`${platform.address}/robots.txt`)
      await page.evaluate(startPlainPlayer, { endpoint, token, buffer: at === 0 })
    }
    const spinFor = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end; ) await spin()
    }
    // The warm-up gives the jitter buffers time to settle.
    await spinFor(WARM_UP_MS)
    const pages = [page, ...plain.map(({ page }) => page)]
    await Promise.all(pages.map((page) => page.evaluate(readFrames)))
    await spinFor(seconds * 1000)
    for (const [at, page] of pages.entries()) {
      samples[at]?.push(delaysOf(await readStampedFrames(page)))
    }
    figures.push(await compareFigure(page, seconds))
    for (const opened of [context, ...plain.map(({ context }) => context)]) await opened.close()
  }
  await platform.stop()
  platform.remove()
  return {
    title: 'Glass-to-glass latency',
    note: `From drawing a frame to its presentation, read from a time stamp in its pixels. 640x360 at 30 frames/s; one computer does everything. Three players watch one machine, ${rounds} rounds of ${seconds} s; median of the rounds. The app's own figure for the age of its picture: ${ms(figures.map(({ figure }) => figure))}; the pixels of the same seconds: ${ms(figures.map(({ pixels }) => pixels))}.`,
    head: ['player', 'median', '95th percentile', 'frames/s read'],
    rows: names.map((name, at) => {
      const all = samples[at] ?? []
      return [
        name,
        ms(all.map((delays) => quantile(delays, 0.5))),
        ms(all.map((delays) => quantile(delays, 0.95))),
        formatFigure(summarize(all.map((delays) => delays.length / seconds)), 1),
      ]
    }),
  }
}
