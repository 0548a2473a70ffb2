import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { readMarker } from '../platform/video/marker.ts'
import { newPage } from './browser.ts'
import { sitAtMachine } from './seat.ts'
import { quantile, type Table } from './table.ts'

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
async function playPlainly({ endpoint, token }: { endpoint: string; token: string }) {
  const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true })
  document.body.replaceChildren(video)
  const peer = new RTCPeerConnection()
  Object.assign(window, { peer })
  peer.ontrack = ({ streams }) => {
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

/** Asks for the least buffer there is, which the app leaves to the browser. */
function askNoBuffer() {
  const Peer = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Peer {
    constructor(...given: ConstructorParameters<typeof Peer>) {
      super(...given)
      this.addEventListener('track', ({ receiver }) => {
        receiver.jitterBufferTarget = 0
      })
    }
  }
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

/** From the drawing of a frame to the glass: the app beside a plain player, on the same picture at the same time. */
export async function glassBench(browser: Browser, seconds: number): Promise<Table> {
  const platform = await startPlatform({ VIDEO_STAMPS: '1' })
  const rows: string[][] = []
  for (const [turn, asks] of [false, true].entries()) {
    const { page, context } = await newPage(browser, { locale: 'tr-TR' })
    if (asks) await context.addInitScript(askNoBuffer)
    const { machineId, account, spin } = await sitAtMachine(page, platform, turn)
    const plain = await newPage(browser)
    await plain.page.goto(`${platform.address}/robots.txt`)
    const { token } = account
    await plain.page.evaluate(playPlainly, { endpoint: `${platform.address}/whep/${machineId}`, token })
    // Start-up is another matter: what the buffer holds by then has settled.
    const until = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end; ) await spin()
    }
    await until(LOADED_MS)
    await Promise.all([page.evaluate(readFrames), plain.page.evaluate(readFrames)])
    await until(seconds * 1000)
    const players = [
      [asks ? 'Reelcast, asking for no buffer' : 'Reelcast', page],
      [asks ? 'plain <video>, beside it' : 'plain <video> WHEP player, beside it', plain.page],
    ] as const
    for (const [name, watched] of players) {
      const ms = await delays(watched)
      const figures = [quantile(ms, 0.5), quantile(ms, 0.95)].map((value) => `${Math.round(value)} ms`)
      rows.push([name, ...figures, (ms.length / seconds).toFixed(1)])
    }
    await context.close()
    await plain.context.close()
  }
  await platform.stop()
  platform.remove()
  return {
    title: 'Glass to glass',
    note: `From the moment a frame begins to be drawn to the moment it is on the screen, read from a time stamp in its pixels; 640x360 at 30 a second, reels turning, one computer that draws, encodes, decodes and shows both. Each pair watched the same machine at the same time for ${seconds} s.`,
    head: ['player', 'median', '95th percentile', 'frames/s read'],
    rows,
  }
}
