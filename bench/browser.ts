import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../e2e/run/browser.ts'

/** Chromium's network throttling: bits per second in each direction, and ms added to each request. */
export interface NetworkProfile {
  bitsPerSecond: number
  latencyMs: number
}

async function requireBrowser(): Promise<{ path: string; version: string }> {
  const found = await findBrowser((line) => console.log(line))
  if ('missing' in found) throw new Error(found.missing)
  return found
}

/** The path of the browser that the end-to-end tests use. Throws if no browser is available. */
export const findExecutable = async (): Promise<string> => (await requireBrowser()).path

/** Launches the browser that the end-to-end tests use. Throws if no browser is available. */
export async function openBrowser(): Promise<{ browser: Browser; version: string; path: string }> {
  const { path, version } = await requireBrowser()
  const browser = await chromium.launch({ executablePath: path, args: [...BROWSER_ARGS] })
  return { browser, version, path }
}

/** What makes a page one of a phone, besides its size. */
export const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 2, locale: 'tr-TR' } as const

/** A page with an empty cache and no service worker; by default in the size of a phone. */
export async function newPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    serviceWorkers: 'block',
    ...options,
  })
  // The compiler adds a call of this helper to functions; the page that evaluates them needs it too.
  await context.addInitScript('globalThis.__name ??= (named) => named')
  return { context, page: await context.newPage() }
}

/** A page is quiet when it has requested nothing for this long. */
const QUIET_MS = 2500
const QUIET_POLL_MS = 100

/**
 * Resolves once the page has sent no request for a while, counted from the call. Playwright's `networkidle`
 * also holds after an earlier pause, even if the app then loads another page.
 */
export async function waitForQuiet(page: Page): Promise<void> {
  let lastRequest = performance.now()
  const onRequest = () => {
    lastRequest = performance.now()
  }
  page.on('request', onRequest)
  while (performance.now() - lastRequest < QUIET_MS) await setTimeout(QUIET_POLL_MS)
  page.off('request', onRequest)
}

/** Throttles a page's processor (`slower` times) and, optionally, its network. */
export async function throttlePage(
  page: Page,
  { slower = 1, network }: { slower?: number; network?: NetworkProfile | undefined },
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (!network) return
  const throughput = network.bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}
