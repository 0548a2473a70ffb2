import { readFileSync } from 'node:fs'
import type { Send } from './cdp-page.ts'

const MB = 1024 * 1024

/** The memory of a page after a garbage collection. */
export interface MemorySample {
  /** JavaScript heap, MB. */
  heap: number
  nodes: number
  listeners: number
  documents: number
  /** Private memory of the renderer process, MB; undefined outside Linux. */
  footprint: number | undefined
}

/** Collects garbage and reads the page's memory; `page` and `browser` send protocol commands. */
export async function sampleMemory(page: Send, browser: Send): Promise<MemorySample> {
  // The second run collects objects that finalizers released in the first.
  await page('HeapProfiler.collectGarbage')
  await page('HeapProfiler.collectGarbage')
  const { usedSize } = await page('Runtime.getHeapUsage')
  const { nodes, jsEventListeners, documents } = await page('Memory.getDOMCounters')
  return {
    heap: usedSize / MB,
    nodes,
    listeners: jsEventListeners,
    documents,
    footprint: await footprint(browser),
  }
}

/** The footprint of the largest renderer, MB. It is the page's renderer while no other page is open. */
async function footprint(browser: Send): Promise<number | undefined> {
  const { processInfo } = await browser('SystemInfo.getProcessInfo')
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMemory(id))
  const known = sizes.filter((size) => size !== undefined)
  return known.length ? Math.max(...known) : undefined
}

/** "Memory footprint" as in Chromium's task manager: anonymous and swapped memory, MB. */
function privateMemory(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
    return (kb('RssAnon') + kb('VmSwap')) / 1024
  } catch {
    return undefined
  }
}
