import { readFileSync } from 'node:fs'
import type { Send } from './bare.ts'

const MB = 1024 * 1024

/** What a page holds, after everything that nobody needs is thrown away. */
export interface Weight {
  /** JavaScript's heap, MB. */
  heap: number
  nodes: number
  listeners: number
  documents: number
  /** Memory that is the page's process's own, MB; Linux alone tells it. */
  own: number | undefined
}

/** Weighs a page, by commands to it and to the browser around it. */
export async function weigh(page: Send, browser: Send): Promise<Weight> {
  // What finalizers let go of is gone with the second.
  await page('HeapProfiler.collectGarbage')
  await page('HeapProfiler.collectGarbage')
  const { usedSize } = await page('Runtime.getHeapUsage')
  const { nodes, jsEventListeners, documents } = await page('Memory.getDOMCounters')
  return {
    heap: usedSize / MB,
    nodes,
    listeners: jsEventListeners,
    documents,
    own: await ownMemory(browser),
  }
}

/** The largest renderer's own memory, MB: the page's, where no other is open. */
async function ownMemory(browser: Send): Promise<number | undefined> {
  const { processInfo } = await browser('SystemInfo.getProcessInfo')
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateOf(id))
  const known = sizes.filter((size) => size !== undefined)
  return known.length ? Math.max(...known) : undefined
}

/** What Chromium's own task manager shows as memory footprint: neither shared nor backed by a file, MB. */
function privateOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
    return (kb('RssAnon') + kb('VmSwap')) / 1024
  } catch {
    return undefined
  }
}
