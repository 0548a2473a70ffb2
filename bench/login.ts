import type { Browser } from '@playwright/test'
import { type Line, throttledPage } from './browser.ts'
import { buildComparison, DIST } from './compare.ts'
import { serve } from './static.ts'
import { type Figure, figure, show, type Table } from './table.ts'

const LINES: readonly { name: string; line: Line }[] = [
  { name: '400 kbit/s, 400 ms', line: { bitsPerSecond: 400_000, latencyMs: 400 } },
  { name: '1.6 Mbit/s, 150 ms', line: { bitsPerSecond: 1_600_000, latencyMs: 150 } },
]
const SLOWER = 6

/**
 * Types into the form from the first moment there is one, and notes when it answers: the button becomes usable
 * once two valid fields were understood. The same for every page that is compared.
 */
function probe() {
  const state = window as unknown as { usable?: number }
  const type = (input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'amber-otter')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const look = () => {
    const [name, password] = document.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox])')
    const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')
    if (name && password && button) {
      type(name)
      type(password)
      if (!button.disabled) state.usable = performance.now()
    }
    if (state.usable === undefined) setTimeout(look, 16)
  }
  look()
}

async function once(browser: Browser, url: string, line: Line): Promise<{ paint: number; usable: number }> {
  const { page, context } = await throttledPage(browser, { slower: SLOWER, line, locale: 'tr-TR' })
  await page.addInitScript(probe)
  await page.goto(url, { waitUntil: 'commit' })
  const both = await page.waitForFunction(
    () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const { usable } = window as unknown as { usable?: number }
      return paint && usable !== undefined ? { paint: paint.startTime, usable } : undefined
    },
    null,
    { timeout: 60_000 },
  )
  const seen = await both.jsonValue()
  await context.close()
  if (!seen) throw new Error('the login never became usable')
  return seen
}

/** Login on a slow phone: first paint and usable, in ms, beside the same screen in React 19 and Fluent. */
export async function loginBench(browser: Browser, runs: number): Promise<Table> {
  const [ours, theirs] = await Promise.all([
    serve([DIST], (_, path) => (path.startsWith('/api/') ? { code: 10 } : undefined)),
    serve([await buildComparison()]),
  ])
  const rows: string[][] = []
  for (const { name, line } of LINES) {
    const seen: Record<'ours' | 'theirs', { paint: number[]; usable: number[] }> = {
      ours: { paint: [], usable: [] },
      theirs: { paint: [], usable: [] },
    }
    // In turns, so that whatever else the machine does falls on both alike.
    for (let run = 0; run < runs; run++) {
      for (const [who, url] of [
        ['ours', `${ours.url}/login`],
        ['theirs', `${theirs.url}/login/`],
      ] as const) {
        const { paint, usable } = await once(browser, url, line)
        seen[who].paint.push(paint)
        seen[who].usable.push(usable)
      }
    }
    const figures = (who: 'ours' | 'theirs'): [Figure, Figure] => [
      figure(seen[who].paint),
      figure(seen[who].usable),
    ]
    const [ourPaint, ourUsable] = figures('ours')
    const [theirPaint, theirUsable] = figures('theirs')
    const sooner = theirUsable.median / ourUsable.median
    rows.push([name, 'Reelcast', show(ourPaint), show(ourUsable), `${sooner.toFixed(1)} times sooner`])
    rows.push([name, 'React 19 + Fluent', show(theirPaint), show(theirUsable), ''])
  }
  ours.server.close()
  theirs.server.close()
  return {
    title: 'Login on a slow phone',
    note: `First paint and usable, ms, empty cache, ${SLOWER} times slower processor; median and spread of ${runs} runs taken in turns.`,
    head: ['line', 'built with', 'first paint', 'usable', 'against'],
    rows,
  }
}
