import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import * as v from 'valibot'
import { type Platform, startPlatform } from '../e2e/fixtures/platform.ts'
import { openSocket, type SignedIn, signIn } from '../e2e/fixtures/wire.ts'
import { GameState } from '../src/contract/live.ts'
import { newPage } from './browser.ts'
import { distance } from './distance.ts'
import { sitAtMachine } from './seat.ts'
import { figure, show, type Table } from './table.ts'

const ROUND_TRIPS_MS = [0, 50, 100]

/** What one tap on spin came to, ms from the touch or the click. */
interface Tap {
  /** From the touch to the paint that shows the button pressed, and the frames that went by without it. */
  paint: number
  missed: number
  /** From the click to the machine's answer. */
  outcome: number
}

/** Watches the next tap on the spin button; runs in the page. */
function watchTap() {
  const button = document.querySelector<HTMLElement>('button[data-state]')
  if (!button) throw new Error('there is no spin button')
  const look = () => {
    const { translate, transform, filter, boxShadow } = getComputedStyle(button)
    return `${translate} ${transform} ${filter} ${boxShadow}`
  }
  const rest = look()
  const tap: Partial<Tap> = {}
  Object.assign(window, { tap })
  button.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      let missed = 0
      const frame = () => {
        if (look() === rest) {
          missed++
          requestAnimationFrame(frame)
          return
        }
        // A message is handled once the frame it was sent in is painted.
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

/** Notes when the page is told by its game socket that the reels turn; before it is opened. */
function watchAnswers() {
  const Plain = window.WebSocket
  window.WebSocket = class extends Plain {
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

/** A finger that rests on the button for a moment. */
async function tapOnce(page: Page): Promise<Tap> {
  const button = page.locator('button[data-state=ready]')
  await button.waitFor({ timeout: 60_000 })
  await page.evaluate(watchTap)
  const box = await button.boundingBox()
  if (!box) throw new Error('the spin button is not in sight')
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await page.waitForTimeout(60)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
  const seen = await page.waitForFunction(() => {
    const { tap } = window as unknown as { tap: Partial<Tap> }
    return tap.paint !== undefined && tap.outcome !== undefined ? (tap as Tap) : undefined
  })
  const tap = await seen.jsonValue()
  if (!tap) throw new Error('the tap came to nothing')
  return tap
}

/** The platform's own work: from a spin's request to its answer on a socket without a browser, ms. */
async function ownWork(platform: Platform, account: SignedIn, runs: number): Promise<number[]> {
  const free = (await account.machines()).find(({ status }) => status === 'available')
  if (!free) throw new Error('there is no free machine')
  const line = await openSocket(platform, account.token)
  await line.request('init', { machineID: free.id, token: account.token })
  await line.request('load', { requestId: randomUUID(), amount: 100_000 })
  const seen: number[] = []
  for (let run = 0; run < runs; run++) {
    const turning = line.next('game')
    const began = performance.now()
    await line.request('spin', { requestId: randomUUID(), stake: 100 })
    seen.push(performance.now() - began)
    let state = v.parse(GameState, await turning)
    while (state.phase === 'spinning') state = v.parse(GameState, await line.next('game'))
  }
  line.close()
  await account.post('/player/cancel', { machineId: free.id })
  return seen
}

/** From the finger on the spin button to its answer by itself, and to the machine's. */
export async function tapBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const other = platform.players[ROUND_TRIPS_MS.length]
  if (!other) throw new Error('the platform has too few demo players')
  const rows: string[][] = []
  for (const [turn, roundTrip] of ROUND_TRIPS_MS.entries()) {
    const line = await distance(platform.address, roundTrip)
    const { page, context } = await newPage(browser, { locale: 'tr-TR', hasTouch: true, isMobile: true })
    await context.addInitScript(watchAnswers)
    await sitAtMachine(page, platform, turn, line.url)
    const taps: Tap[] = []
    for (let run = 0; run < runs; run++) taps.push(await tapOnce(page))
    const missed = taps.reduce((sum, tap) => sum + tap.missed, 0)
    rows.push([
      `${roundTrip} ms`,
      show(figure(taps.map(({ paint }) => paint))),
      `${missed} of ${runs} taps`,
      show(figure(taps.map(({ outcome }) => outcome))),
      show(figure(taps.map(({ outcome }) => outcome - roundTrip))),
    ])
    await context.close()
    line.close()
  }
  const work = await ownWork(platform, await signIn(platform, other), runs)
  rows.push(["the platform's own work, without a browser", '', '', '', show(figure(work), 1)])
  await platform.stop()
  platform.remove()
  return {
    title: 'A tap on spin',
    note: `ms. Button: from the touch to the paint that shows it pressed, and how many frames were painted before that one without it. Outcome: from the finger's lifting to the machine's answer, which holds the win; less the round trip it is the work of both ends. Median and spread of ${runs} taps each.`,
    head: ['round trip', 'button shown pressed', 'frames without it', 'outcome', 'less the round trip'],
    rows,
  }
}
