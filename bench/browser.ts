import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../e2e/run/browser.ts'

/** A slow line as the browser's own throttle makes it: bits a second each way, and ms added to each request. */
export interface Line {
  bitsPerSecond: number
  latencyMs: number
}

async function find(): Promise<{ path: string; version: string }> {
  const found = await findBrowser((line) => console.log(line))
  if ('missing' in found) throw new Error(found.missing)
  return found
}

/** Where the browser lies that the tests use too. Throws with what is missing when there is none. */
export const findExecutable = async (): Promise<string> => (await find()).path

/** The browser that the tests use too, and where it lies. Throws with what is missing when there is none. */
export async function openBrowser(): Promise<{ browser: Browser; version: string; path: string }> {
  const { path, version } = await find()
  const browser = await chromium.launch({ executablePath: path, args: [...BROWSER_ARGS] })
  return { browser, version, path }
}

/** A page with an empty cache and without a service worker, as big as a phone if nothing else is said. */
export async function newPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    serviceWorkers: 'block',
    ...options,
  })
  // Functions that are sent to the page carry a call of this helper of the compiler they went through.
  await context.addInitScript('globalThis.__name ??= (named) => named')
  return { context, page: await context.newPage() }
}

/** The same on a slow processor (`slower` times) and, if given, a slow line. */
export async function throttledPage(
  browser: Browser,
  { slower = 1, line, ...options }: { slower?: number; line?: Line } & BrowserContextOptions,
): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await newPage(browser, options)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (line) {
    const throughput = line.bitsPerSecond / 8
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
  }
  return { page, context }
}
