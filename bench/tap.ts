import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import * as v from 'valibot'
import { openSocket, type SignedIn } from '../e2e/fixtures/api-client.ts'
import { type Platform, startPlatform } from '../e2e/fixtures/platform.ts'
import { GameState } from '../src/contract/live.ts'
import { newPage } from './browser.ts'
import { openFundedGame, signInPlayer } from './machine-setup.ts'
import { startRelay } from './relay.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const ROUND_TRIPS_MS = [0, 50, 100]

/** The times of one tap on spin in ms. */
interface Tap {
  /** From the touch to the paint that shows the button pressed, and the frames painted in between. */
  paint: number
  missed: number
  /** From the click to the machine's answer. */
  outcome: number
}

/** Runs in the page: measures the next tap on the spin button. */
function watchTap() {
  const button = document.querySelector<HTMLElement>('button[data-state]')
  if (!button) throw new Error('there is no spin button')
  const readStyle = () => {
    const { translate, transform, filter, boxShadow } = getComputedStyle(button)
    return `${translate} ${transform} ${filter} ${boxShadow}`
  }
  const released = readStyle()
  const tap: Partial<Tap> = {}
  Object.assign(window, { tap })
  button.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      let missed = 0
      const frame = () => {
        if (readStyle() === released) {
          missed++
          requestAnimationFrame(frame)
          return
        }
        // A message sent in a frame callback is handled after that frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => Object.assign(tap, { paint: performance.now() - timeStamp, missed })
        port2.postMessage(0)
      }
      requestAnimationFrame(frame)
    },
    { once: true, capture: true },
  )
  button.addEventListener('click', ({ timeStamp }) => Object.assign(tap, { clicked: timeStamp }), {
    once: true,
    capture: true,
  })
}

/** Runs in the page before the app: records when the game socket acknowledges a spin. */
function watchAcknowledgements() {
  const NativeWebSocket = window.WebSocket
  window.WebSocket = class extends NativeWebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        const { tap } = window as unknown as { tap?: Partial<Tap> & { clicked?: number } }
        if (tap?.clicked === undefined || tap.outcome !== undefined) return
        // The acknowledgement of the spin: 43<id>[{"ok":true,"game":{...
        if (/^43\d*\[\{"ok":true,"game"/.test(String(data))) tap.outcome = performance.now() - tap.clicked
      })
    }
  }
}

/** One touch of 60 ms on the spin button. */
async function tapOnce(page: Page): Promise<Tap> {
  const button = page.locator('button[data-state=ready]')
  await button.waitFor({ timeout: 60_000 })
  await page.evaluate(watchTap)
  const box = await button.boundingBox()
  if (!box) throw new Error('the spin button is not visible')
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await page.waitForTimeout(60)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
  const result = await page.waitForFunction(() => {
    const { tap } = window as unknown as { tap: Partial<Tap> }
    return tap.paint !== undefined && tap.outcome !== undefined ? (tap as Tap) : undefined
  })
  const tap = await result.jsonValue()
  if (!tap) throw new Error('the tap was not measured')
  return tap
}

/** ms from a spin request to its acknowledgement on a socket without a browser. */
async function measurePlatform(platform: Platform, account: SignedIn, runs: number): Promise<number[]> {
  const free = await account.freeMachine()
  const socket = await openSocket(platform, account.token)
  await socket.request('init', { machineID: free.id, token: account.token })
  await socket.request('load', { requestId: randomUUID(), amount: 100_000 })
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const turning = socket.next('game')
    const began = performance.now()
    await socket.request('spin', { requestId: randomUUID(), stake: 100 })
    times.push(performance.now() - began)
    let state = v.parse(GameState, await turning)
    while (state.phase === 'spinning') state = v.parse(GameState, await socket.next('game'))
  }
  socket.close()
  await account.post('/player/cancel', { machineId: free.id })
  return times
}

/** Measures a tap on the spin button until its pressed state and until the machine's answer. */
export async function tapBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const rows: string[][] = []
  for (const [turn, roundTrip] of ROUND_TRIPS_MS.entries()) {
    const relay = await startRelay(platform.address, { roundTripMs: roundTrip })
    const { page, context } = await newPage(browser, { locale: 'tr-TR', hasTouch: true, isMobile: true })
    await context.addInitScript(watchAcknowledgements)
    await openFundedGame(page, platform, turn, relay.url)
    const taps: Tap[] = []
    for (let run = 0; run < runs; run++) taps.push(await tapOnce(page))
    const missed = taps.reduce((sum, tap) => sum + tap.missed, 0)
    rows.push([
      `${roundTrip} ms`,
      formatFigure(summarize(taps.map(({ paint }) => paint))),
      `${missed} in ${runs} taps`,
      formatFigure(summarize(taps.map(({ outcome }) => outcome))),
      formatFigure(summarize(taps.map(({ outcome }) => outcome - roundTrip))),
    ])
    await context.close()
    relay.close()
  }
  const work = await measurePlatform(platform, await signInPlayer(platform, ROUND_TRIPS_MS.length), runs)
  rows.push(['platform alone, without a browser', '', '', '', formatFigure(summarize(work), 1)])
  await platform.stop()
  platform.remove()
  return {
    title: 'Spin button: tap to feedback and to outcome',
    note: `In ms. Shown pressed: from the touch to the paint that shows the button pressed; frames before: frames painted in between. Outcome: from the click to the machine's answer, which contains the win. Minus the round trip it is the work of both ends. Median of ${runs} taps each.`,
    head: ['round trip', 'shown pressed', 'frames before', 'outcome', 'outcome minus round trip'],
    rows,
  }
}
