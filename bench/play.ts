import type { Browser } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { throttledPage } from './browser.ts'
import { sitAtMachine } from './seat.ts'
import type { Table } from './table.ts'

const SLOWER = 6
/** What it must not come to: ms of one task, and the share of the time that the main thread is busy. */
const GOAL = { task: 50, busy: 0.15 }

interface Task {
  ms: number
  /** Seconds since the watch began. */
  at: number
}

/** Notes every task over 50 ms from now on; runs in the page. */
function watchTasks() {
  const began = performance.now()
  const tasks: Task[] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      tasks.push({ ms: duration, at: (startTime - began) / 1000 })
    }
  }).observe({ type: 'longtask' })
}

/** The main thread while somebody plays on a slow phone. */
export async function playBench(browser: Browser, seconds: number): Promise<Table> {
  const platform = await startPlatform()
  const { page, context } = await throttledPage(browser, { locale: 'tr-TR' })
  const { gamePage, spin } = await sitAtMachine(page, platform, 0)
  // What joins a game behind its picture has come.
  await page.waitForLoadState('networkidle')
  await gamePage.frames(60)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await session.send('Performance.enable')
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await gamePage.frames(30)
  await page.evaluate(watchTasks)
  const before = await taken()
  const began = performance.now()
  let spins = 0
  while (performance.now() - began < seconds * 1000) {
    const ready = page.locator('button[data-state=ready]')
    await ready.waitFor({ timeout: 1000 }).then(
      () => spins++,
      () => {},
    )
    await spin()
    await gamePage.frames(15)
  }
  const passed = (performance.now() - began) / 1000
  const busy = ((await taken()) - before) / passed
  const tasks = await page.evaluate(() => (window as unknown as { tasks: Task[] }).tasks)
  await context.close()
  await platform.stop()
  platform.remove()
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
  const over = tasks.map(({ ms, at }) => `${Math.round(ms)} ms at ${at.toFixed(1)} s`)
  return {
    title: 'The main thread while playing',
    note: `${Math.round(passed)} s of play, ${spins} spins, on a ${SLOWER} times slower processor. Tasks as the browser's own count of long ones has them, which begins at 50 ms.`,
    head: ['', 'measured', 'goal', ''],
    rows: [
      [
        'longest task',
        longest ? `${Math.round(longest)} ms` : `under ${GOAL.task} ms`,
        `${GOAL.task} ms`,
        longest > GOAL.task ? `over: ${over.join(', ')}` : 'held',
      ],
      ['busy', `${(busy * 100).toFixed(1)} %`, `${GOAL.busy * 100} %`, busy > GOAL.busy ? 'over' : 'held'],
    ],
  }
}
