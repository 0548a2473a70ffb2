import type { Browser, CDPSession, Page } from '@playwright/test'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { throttledPage } from './browser.ts'
import { buildComparison, DIST } from './compare.ts'
import { floorServer } from './floor-server.ts'
import { figure, show, type Table } from './table.ts'

const MACHINES = 1000
const CHANGES_PER_SECOND = 200
const SLOWER = 6
const SECONDS = 6

interface Smoothness {
  fps: number
  /** ms; 0 when no task took longer than 50. */
  longestTask: number
  longTasks: number
}

/** Counts the page's own frames and long tasks while `during` goes on. */
async function measure(page: Page, during: () => Promise<unknown>): Promise<Smoothness> {
  const counting = page.evaluate(
    (ms) =>
      new Promise<Smoothness>((done) => {
        const long: number[] = []
        const watcher = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) long.push(duration)
        })
        watcher.observe({ type: 'longtask' })
        const began = performance.now()
        let frames = 0
        const frame = () => {
          const passed = performance.now() - began
          if (passed >= ms) {
            watcher.disconnect()
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
  const [result] = await Promise.all([counting, during()])
  return result
}

/** A finger that drags the list down and up again for as long as the counting lasts. */
async function scroll(session: CDPSession): Promise<void> {
  const gesture = { x: 180, y: 400, speed: 1200, gestureSourceType: 'touch' } as const
  const ends = performance.now() + SECONDS * 1000 - 1000
  for (let direction = -1; performance.now() < ends; direction = -direction) {
    await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: direction * 2400 })
  }
}

/** Opens a page in a browser that stays quick, slows it down once the floor stands, and measures. */
async function watchFloor(browser: Browser, url: string, ready: (page: Page) => Promise<void>) {
  const { page, context } = await throttledPage(browser, { hasTouch: true })
  await page.goto(url)
  await ready(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  // The first seconds after the change of speed are nobody's: one count is thrown away.
  await measure(page, async () => undefined)
  const still = await measure(page, async () => undefined)
  const scrolling = await measure(page, () => scroll(session))
  await context.close()
  return { still, scrolling }
}

/** A thousand machines that change 200 times a second: frames a second and the longest task. */
export async function floorBench(browser: Browser, runs: number): Promise<Table> {
  const compare = await buildComparison()
  const sides = [
    {
      name: 'Reelcast',
      server: await floorServer([DIST], MACHINES),
      path: '/login',
      async ready(page: Page) {
        await new LoginPage(page).logIn({ username: 'bench', password: 'bench-bench' })
        await page.getByText('Kervan 1', { exact: true }).waitFor()
      },
    },
    {
      name: 'one big state (React 19)',
      server: await floorServer([compare, DIST], MACHINES),
      path: '/floor/',
      ready: (page: Page) => page.getByText('Kervan 1', { exact: true }).waitFor(),
    },
  ]
  const rows: string[][] = []
  for (const { name, server, path, ready } of sides) {
    const seen: { still: Smoothness; scrolling: Smoothness }[] = []
    for (let run = 0; run < runs; run++) {
      const stop = server.change(CHANGES_PER_SECOND)
      seen.push(await watchFloor(browser, `${server.url}${path}`, ready))
      stop()
    }
    for (const how of ['still', 'scrolling'] as const) {
      rows.push([
        name,
        how,
        show(figure(seen.map((one) => one[how].fps)), 1),
        show(figure(seen.map((one) => one[how].longTasks))),
        show(figure(seen.map((one) => one[how].longestTask))),
      ])
    }
    server.close()
  }
  return {
    title: `Lobby of ${MACHINES} machines, ${CHANGES_PER_SECOND} changes a second`,
    note: `${SLOWER} times slower processor, ${SECONDS} s each, changes in batches of 100 ms; median and spread of ${runs} runs.`,
    head: ['list', 'while', 'frames/s', 'tasks over 50 ms', 'longest, ms'],
    rows,
  }
}
