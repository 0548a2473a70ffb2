import type { Browser, Page } from '@playwright/test'
import * as v from 'valibot'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { throttledPage } from './browser.ts'
import { sitAtMachine } from './seat.ts'
import type { Table } from './table.ts'

const SLOWER = 6
/** What it must not come to: ms of one task, and the share of the time that the main thread is busy. */
const GOAL = { task: 50, busy: 0.15 }

/** A task of the page's main thread, in ms of that thread's own time, whatever else the computer does meanwhile. */
interface Task {
  ms: number
  /** Seconds since the watch began. */
  at: number
}

const TraceEvent = v.object({
  name: v.string(),
  ph: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.optional(v.number(), 0),
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.object({ name: v.optional(v.unknown()) }), {}),
})
const Trace = v.object({ traceEvents: v.array(TraceEvent) })

/** The tasks of every page's main thread that a trace has. */
function tasksOf(trace: string): Task[] {
  const { traceEvents } = v.parse(Trace, JSON.parse(trace))
  const thread = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  )
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && pages.has(thread(event)),
  )
  const began = Math.min(...tasks.map(({ ts }) => ts))
  return tasks.map(({ tdur, ts }) => ({ ms: tdur / 1000, at: (ts - began) / 1e6 }))
}

/** Waits in the page, without asking it again and again, until spin can be pressed. */
const untilReady = (page: Page) =>
  page.locator('button[data-state]').evaluate(
    (button) =>
      new Promise<void>((done) => {
        const watch = new MutationObserver(() => look())
        const look = () => {
          if (button.getAttribute('data-state') !== 'ready') return
          watch.disconnect()
          done()
        }
        watch.observe(button, { attributeFilter: ['data-state'] })
        look()
      }),
  )

/** The main thread while somebody plays on a slow phone. */
export async function playBench(browser: Browser, seconds: number): Promise<Table> {
  const platform = await startPlatform()
  const { page, context } = await throttledPage(browser, { locale: 'tr-TR' })
  const { gamePage } = await sitAtMachine(page, platform, 0)
  // What joins a game behind its picture has come.
  await page.waitForLoadState('networkidle')
  await gamePage.frames(60)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await gamePage.frames(30)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const before = await taken()
  const began = performance.now()
  let spins = 0
  while (performance.now() - began < seconds * 1000) {
    await untilReady(page)
    await page.keyboard.press('Space')
    await page.locator('button[data-state=spinning]').waitFor()
    spins++
  }
  const passed = (performance.now() - began) / 1000
  const busy = ((await taken()) - before) / passed
  const tasks = tasksOf((await browser.stopTracing()).toString())
  await context.close()
  await platform.stop()
  platform.remove()
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
  const long = tasks.filter(({ ms }) => ms > GOAL.task)
  const over = long.map(({ ms, at }) => `${Math.round(ms)} ms at ${at.toFixed(1)} s`)
  return {
    title: 'The main thread while playing',
    note: `${Math.round(passed)} s of play, ${spins} spins, on a ${SLOWER} times slower processor. Both in the main thread's own time, so that what else the computer does is not in it.`,
    head: ['', 'measured', 'goal', ''],
    rows: [
      [
        'longest task',
        `${Math.round(longest)} ms`,
        `${GOAL.task} ms`,
        longest > GOAL.task ? `over: ${over.join(', ')}` : 'held',
      ],
      ['busy', `${(busy * 100).toFixed(1)} %`, `${GOAL.busy * 100} %`, busy > GOAL.busy ? 'over' : 'held'],
    ],
  }
}
