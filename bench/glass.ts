import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { readMarker } from '../platform/video/render/marker.ts'
import { newPage } from './browser.ts'
import { sitAtMachine } from './seat.ts'
import { figure, quantile, show, type Table } from './table.ts'

/*
 * Glass to glass. The machine draws the time into its picture (VIDEO_STAMPS), and what the browser shows is read
 * back from the pixels at the moment they are presented. Both ends run by one clock.
 */

/** A stamp is cut to its low 28 bits. */
const WRAP = 2 ** 28
const LOADED_MS = 4000

/** One frame: when it is on the glass (ms since 1970), and how bright each cell of its marker is. */
interface Shown {
  at: number
  cells: number[]
}

/** Reads every frame of a page's video from now on; runs in the page. */
function readFrames() {
  const video = document.querySelector('video')
  if (!video) throw new Error('there is no video')
  const context = new OffscreenCanvas(128, 8).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  const seen: Shown[] = []
  Object.assign(window, { shown: seen })
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
    seen.push({ at, cells })
  }
  video.requestVideoFrameCallback(frame)
}

/** The plainest player of the draft there is: an offer, a video, and whatever the browser makes of it. */
async function playPlainly({
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

/** ms from drawn to shown, one a frame. */
async function delays(page: Page): Promise<number[]> {
  const shown = await page.evaluate(() => (window as unknown as { shown: Shown[] }).shown)
  return shown.flatMap(({ at, cells }) => {
    const marker = readMarker(
      640,
      (x, y) => cells[Math.floor((y - 352) / 4) * 32 + (x - 256 - ((x - 256) % 4)) / 4] ?? 0,
    )
    if (!marker) return []
    const ms = (((at - marker.credit) % WRAP) + WRAP) % WRAP
    return ms < 60_000 ? [ms] : []
  })
}

/** From the drawing of a frame to the glass: the app beside plain players, on the same picture at the same time. */
export async function glassBench(browser: Browser, seconds: number, rounds: number): Promise<Table> {
  const platform = await startPlatform({ VIDEO_STAMPS: '1' })
  const names = ['Reelcast', 'plain <video> WHEP player', 'the same, asking for no buffer']
  const taken: number[][][] = names.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const { page, context } = await newPage(browser, { locale: 'tr-TR' })
    const { machineId, account, spin } = await sitAtMachine(page, platform, round)
    const plain = [await newPage(browser), await newPage(browser)] as const
    const { token } = account
    const endpoint = `${platform.address}/whep/${machineId}`
    for (const [at, one] of plain.entries()) {
      await one.page.goto(`${platform.address}/robots.txt`)
      await one.page.evaluate(playPlainly, { endpoint, token, buffer: at === 0 })
    }
    const until = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end; ) await spin()
    }
    // Start-up is another matter: what the buffer holds by then has settled.
    await until(LOADED_MS)
    const pages = [page, ...plain.map((one) => one.page)]
    await Promise.all(pages.map((one) => one.evaluate(readFrames)))
    await until(seconds * 1000)
    for (const [at, one] of pages.entries()) taken[at]?.push(await delays(one))
    for (const one of [context, ...plain.map(({ context }) => context)]) await one.close()
  }
  await platform.stop()
  platform.remove()
  return {
    title: 'Glass to glass',
    note: `From the moment a frame begins to be drawn to the moment it is on the screen, read from a time stamp in its pixels; 640x360 at 30 a second, reels turning, one computer that draws, encodes, decodes and shows all three. They watch the same machine at the same time, ${rounds} times for ${seconds} s; the median of the rounds, and their spread.`,
    head: ['player', 'median', '95th percentile', 'frames/s read'],
    rows: names.map((name, at) => {
      const all = taken[at] ?? []
      return [
        name,
        `${show(figure(all.map((ms) => quantile(ms, 0.5))))} ms`,
        `${show(figure(all.map((ms) => quantile(ms, 0.95))))} ms`,
        show(figure(all.map((ms) => ms.length / seconds)), 1),
      ]
    }),
  }
}
