import { setTimeout as after } from 'node:timers/promises'
import * as v from 'valibot'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { type CdpPage, openCdpPage } from './cdp-page.ts'
import { fundMachine } from './machine-setup.ts'
import type { Table } from './table.ts'

const SLOWER = 6
/** The longest task in ms, and the share of the time in which the main thread is busy. */
const MAX = { taskMs: 50, busyShare: 0.15 }

/** A task of the page's main thread, in ms of CPU time. */
interface Task {
  ms: number
  /** Seconds since the start of the trace. */
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

/** The main-thread tasks of all pages in a trace. */
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

/** Source that runs in the page: calls the binding whenever the spin button becomes ready. */
const reportReady = `{
  const button = document.querySelector('[data-testid=spin]')
  const check = () => button.dataset.state === 'ready' && spinIsReady('')
  new MutationObserver(check).observe(button, { attributeFilter: ['data-state'] })
  check()
}`

/** Source that runs in the page: true once the video is live and no resource has loaded for a second. */
const settled = `document.querySelector('[data-video-status=live]') && performance.now() - Math.max(
  ...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd)) > 1000`

/** Traces the main thread until the returned function is called. */
async function traceTasks(page: CdpPage): Promise<() => Promise<Task[]>> {
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
 * Measures the main thread during play on a slow phone. The DevTools protocol drives the page, because a test
 * framework's scripts would run on the measured thread.
 */
export async function playBench(executable: string, seconds: number): Promise<Table> {
  const platform = await startPlatform({ REELS: 'random' })
  const page = await openCdpPage(executable, 360, 640)
  const { path, account } = await fundMachine(platform, 0)
  await page.send('Page.enable')
  await page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `if (location.protocol === 'http:') sessionStorage.setItem('reelcast.token', '${account.token}')`,
  })
  await page.send('Page.navigate', { url: `${platform.address}${path}` })
  await page.until(settled)
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.send('Runtime.enable')
  await page.send('Runtime.addBinding', { name: 'spinIsReady' })
  const taskSeconds = async () => {
    const { metrics } = await page.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  let spins = 0
  let last = Promise.resolve()
  page.on('Runtime.bindingCalled', () => {
    spins++
    last = page.pressSpace()
  })
  await page.evaluate(reportReady)
  // The first spin loads chunks that later spins reuse, so it is not measured.
  await after(5000)
  const stop = await traceTasks(page)
  const [before, began] = [await taskSeconds(), performance.now()]
  spins = 0
  await after(seconds * 1000)
  const passed = (performance.now() - began) / 1000
  const busy = ((await taskSeconds()) - before) / passed
  const tasks = await stop()
  await page.send('Runtime.removeBinding', { name: 'spinIsReady' })
  await last
  await page.close()
  await platform.stop()
  platform.remove()
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
  const long = tasks.filter(({ ms }) => ms > MAX.taskMs)
  const over = long.map(({ ms, at }) => `${Math.round(ms)} ms at ${at.toFixed(1)} s`)
  return {
    title: 'Main thread while playing',
    note: `${Math.round(passed)} s of play with ${spins} spins on a ${SLOWER} times slower processor. Both are processor time of the main thread, which other load on the computer does not change.`,
    head: ['', 'measured', 'limit', 'result'],
    rows: [
      [
        'longest task',
        `${Math.round(longest)} ms`,
        `${MAX.taskMs} ms`,
        longest > MAX.taskMs ? `exceeded: ${over.join(', ')}` : 'met',
      ],
      [
        'busy',
        `${(busy * 100).toFixed(1)} %`,
        `${MAX.busyShare * 100} %`,
        busy > MAX.busyShare ? 'exceeded' : 'met',
      ],
    ],
  }
}
