import type { Browser, CDPSession, Page } from '@playwright/test'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { newPage } from './browser.ts'
import { startFloorServer } from './floor-server.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const MACHINES = 1000
const CHANGES_PER_SECOND = 200
const SLOWER = 6
const SECONDS = 6

interface Smoothness {
  fps: number
  /** Longest task in ms; 0 if no task took longer than 50 ms. */
  longestTask: number
  longTasks: number
}

/** Counts the page's frames and long tasks while `during` runs. */
async function measure(page: Page, during: () => Promise<unknown>): Promise<Smoothness> {
  const result = page.evaluate(
    (ms) =>
      new Promise<Smoothness>((done) => {
        const long: number[] = []
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) long.push(duration)
        })
        observer.observe({ type: 'longtask' })
        const began = performance.now()
        let frames = 0
        const frame = () => {
          const passed = performance.now() - began
          if (passed >= ms) {
            observer.disconnect()
            const fps = frames / (passed / 1000)
            done({ fps, longestTask: Math.max(0, ...long), longTasks: long.length })
          } else {
            frames++
            requestAnimationFrame(frame)
          }
        }
        requestAnimationFrame(frame)
      }),
    SECONDS * 1000,
  )
  const [smoothness] = await Promise.all([result, during()])
  return smoothness
}

/** Drags the list down and up with one finger for the time of one count. */
async function scroll(session: CDPSession): Promise<void> {
  const gesture = { x: 180, y: 400, speed: 1200, gestureSourceType: 'touch' } as const
  const ends = performance.now() + SECONDS * 1000 - 1000
  for (let direction = -1; performance.now() < ends; direction = -direction) {
    await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: direction * 2400 })
  }
}

/** Logs in, throttles the CPU once the machines are shown, and measures. */
async function measureFloor(browser: Browser, url: string) {
  const { page, context } = await newPage(browser, { hasTouch: true })
  await page.goto(`${url}/login`)
  await new LoginPage(page).logIn({ username: 'bench', password: 'bench-bench' })
  await page.getByText('Kervan 1', { exact: true }).waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  // The first count after the change of throttling is discarded.
  await measure(page, async () => undefined)
  const still = await measure(page, async () => undefined)
  const scrolling = await measure(page, () => scroll(session))
  await context.close()
  return { still, scrolling }
}

/** Opens a lobby of 1000 machines, changes their statuses, and measures the page's frames and long tasks. */
export async function floorBench(browser: Browser, runs: number): Promise<Table> {
  const server = await startFloorServer(MACHINES)
  const samples: { still: Smoothness; scrolling: Smoothness }[] = []
  for (let run = 0; run < runs; run++) {
    const stop = server.startChanges(CHANGES_PER_SECOND)
    samples.push(await measureFloor(browser, server.url))
    stop()
  }
  server.close()
  const rows = (['still', 'scrolling'] as const).map((mode) => [
    mode === 'scrolling' ? 'yes' : 'no',
    formatFigure(summarize(samples.map((sample) => sample[mode].fps)), 1),
    formatFigure(summarize(samples.map((sample) => sample[mode].longTasks))),
    formatFigure(summarize(samples.map((sample) => sample[mode].longestTask))),
  ])
  return {
    title: `Lobby of ${MACHINES} machines, ${CHANGES_PER_SECOND} changes a second`,
    note: `${SLOWER} times slower processor, ${SECONDS} s per count, status changes in batches every 100 ms; median of ${runs} runs.`,
    head: ['scrolling', 'frames/s', 'tasks over 50 ms', 'longest task, ms'],
    rows,
  }
}
