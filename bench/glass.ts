import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import { openFundedGame } from './machine-setup.ts'
import { delaysOf, readFrames, readStampedFrames } from './stamped-frames.ts'
import { formatFigure, quantile, summarize, type Table } from './table.ts'

/*
 * Glass-to-glass latency. The platform draws the current time into each frame (VIDEO_MARKER), and the page
 * reads it back from the pixels when it presents the frame. Both ends use the same clock.
 */

const WARM_UP_MS = 4000

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

/**
 * The picture's age in ms by the app's own figures, read once a second, and by the pixels at the same time.
 */
export async function compareFigure(
  page: Page,
  seconds: number,
): Promise<{ figure: number; pixels: number }> {
  await page.locator('button[data-level]').click()
  const text = page.getByRole('dialog').locator('[data-figure=age] dd')
  await text.getByText(' ± ').waitFor()
  await page.evaluate(readFrames)
  const figures: number[] = []
  for (let second = 0; second < seconds; second++) {
    await page.waitForTimeout(1000)
    const [age = ''] = ((await text.textContent()) ?? '').split('±')
    if (/\d/.test(age)) figures.push(Number(age.replace(/\D/g, '')))
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
