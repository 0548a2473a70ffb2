import { setTimeout as after } from 'node:timers/promises'
import * as v from 'valibot'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { type BarePage, openBarePage } from './bare.ts'
import { fundMachine } from './seat.ts'
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

/** The tasks of every page's main thread that a trace has. */
function tasksOf(trace: readonly unknown[]): Task[] {
  const traceEvents = v.parse(v.array(TraceEvent), trace)
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

/** In the page, as a text: says whenever spin can be pressed. */
const sayReady = `{
  const button = document.querySelector('[data-testid=spin]')
  const look = () => button.dataset.state === 'ready' && spinIsReady('')
  new MutationObserver(look).observe(button, { attributeFilter: ['data-state'] })
  look()
}`

/** In the page, as a text: is the game furnished, and its picture live? */
const settled = `document.querySelector('[data-sign=live]') && performance.now() - Math.max(
  ...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd)) > 1000`

/** Traces the tasks of the page's main thread until the answer is called. */
async function traceTasks(page: BarePage): Promise<() => Promise<Task[]>> {
  const events: unknown[] = []
  page.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await page.browser('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } })
  return async () => {
    const complete = new Promise((done) => page.on('Tracing.tracingComplete', done))
    await page.browser('Tracing.end')
    await complete
    return tasksOf(events)
  }
}

/**
 * The main thread while somebody plays on a slow phone. No test tool drives it: what such a tool asks of the page is work
 * of that thread too.
 */
export async function playBench(executable: string, seconds: number): Promise<Table> {
  const platform = await startPlatform()
  const page = await openBarePage(executable, 360, 640)
  const { path } = await fundMachine(platform, 0)
  await page.send('Page.navigate', { url: `${platform.address}${path}` })
  // What joins a game behind its picture has come.
  await page.until(settled)
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.send('Runtime.enable')
  await page.send('Runtime.addBinding', { name: 'spinIsReady' })
  const taken = async () => {
    const { metrics } = await page.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  let spins = 0
  let last = Promise.resolve()
  page.on('Runtime.bindingCalled', () => {
    spins++
    last = page.pressSpace()
  })
  await page.evaluate(sayReady)
  // The first spin fetches what only a spin needs.
  await after(5000)
  const stop = await traceTasks(page)
  const [before, began] = [await taken(), performance.now()]
  spins = 0
  await after(seconds * 1000)
  const passed = (performance.now() - began) / 1000
  const busy = ((await taken()) - before) / passed
  const tasks = await stop()
  await page.send('Runtime.removeBinding', { name: 'spinIsReady' })
  await last
  await page.close()
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
