import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'

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

/** Opens what tells a page's weight. */
export async function scales(browser: Browser, page: Page): Promise<() => Promise<Weight>> {
  const session = await page.context().newCDPSession(page)
  const whole = await browser.newBrowserCDPSession()
  await session.send('HeapProfiler.enable')
  return async () => {
    // What finalizers let go of is gone with the second.
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters')
    return {
      heap: usedSize / MB,
      nodes,
      listeners: jsEventListeners,
      documents,
      own: await ownMemory(whole),
    }
  }
}

/** The largest renderer's own memory, MB: the page's, where no other is open. */
async function ownMemory(whole: CDPSession): Promise<number | undefined> {
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
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
