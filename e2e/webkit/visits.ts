import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { startChangingServer } from '../fixtures/editing-proxy.ts'
import { FRAME_RATE, startPlatform } from '../fixtures/platform.ts'
import { type Outcome, root } from '../run/step.ts'
import { playVisit, type Visit } from './visit.ts'
import { DriverLost, openWebKit, type WebKit } from './webkit.ts'

/**
 * Two languages that differ in the direction of writing. Both visits run at the same time, so each has its
 * own brand: neither player takes the other's machine.
 */
const VISITS = [
  { locale: 'tr', brand: 'Kervan' },
  { locale: 'ar', brand: 'Bosfor' },
] as const
const PHONE = { width: 390, height: 844 }
const SCREEN_SIZES = [{ width: 1180, height: 820 }, PHONE]
const folder = join(root, '.cache/screens/webkit')

interface Result {
  /** The browser's name and version. */
  version?: string
  failure?: string
  /** Why the first attempt failed. */
  flaky?: string
}

/** Saves the page as <name>-<width>x<height>.png and returns the path. */
async function saveScreen(webkit: WebKit, name: string, { width, height }: typeof PHONE): Promise<string> {
  const file = join(folder, `${name}-${width}x${height}.png`)
  await webkit.resize(width, height)
  await webkit.evaluate('visitPage.settled()')
  writeFileSync(file, await webkit.screenshot())
  return file
}

/** Plays the visit in a new window. Rejects if the driver fails. */
async function attempt(
  visit: Omit<Visit, 'webkit' | 'server' | 'onScreen'>,
  withScreens: boolean,
): Promise<Result> {
  const webkit = await openWebKit(PHONE.width, PHONE.height)
  const server = await startChangingServer(visit.platform.address)
  const { version } = webkit
  const onScreen = async (name: string) => {
    for (const size of withScreens ? SCREEN_SIZES : [])
      await saveScreen(webkit, `${visit.locale}-${name}`, size)
  }
  try {
    await playVisit({ ...visit, webkit, server, onScreen })
    return { version }
  } catch (error) {
    if (error instanceof DriverLost) throw error
    const screen = await saveScreen(webkit, `${visit.locale}-failed`, PHONE).catch(() => 'no screenshot')
    const complaints = await webkit.complaints().catch(() => [])
    return { version, failure: [inspect(error), ...complaints, screen].join('\n') }
  } finally {
    webkit.close()
    server.close()
  }
}

/** Repeats a visit once if the driver has lost its browser. */
async function attemptTwice(...given: Parameters<typeof attempt>): Promise<Result> {
  try {
    return await attempt(...given)
  } catch (error) {
    if (!(error instanceof DriverLost)) throw error
    return { ...(await attempt(...given)), flaky: inspect(error) }
  }
}

/**
 * A visit in WebKit for each of VISITS, which counts as a test. `withScreens` saves each screen of a visit in
 * SCREEN_SIZES: .cache/screens/webkit/<language>-<screen>-<width>x<height>.png.
 */
export async function runVisits({ withScreens = false } = {}): Promise<Outcome> {
  mkdirSync(folder, { recursive: true })
  const platform = await startPlatform({ VIDEO_FRAME_RATE: String(FRAME_RATE) })
  try {
    const results = await Promise.all(
      VISITS.map((one, index) => {
        const player = platform.players[index]
        if (!player) throw new Error('the platform has too few demo players')
        return attemptTwice({ ...one, platform, player }, withScreens).catch(
          (error: unknown): Result => ({ failure: inspect(error) }),
        )
      }),
    )
    const named = (key: 'failure' | 'flaky') =>
      results.flatMap((result, at) =>
        result[key] ? `a visit in WebKit (${VISITS[at]?.locale}): ${result[key]}` : [],
      )
    const failures = named('failure')
    return {
      passed: results.length - failures.length,
      failed: failures.length,
      output: failures.join('\n\n'),
      note: results.find(({ version }) => version)?.version ?? '',
      flaky: named('flaky'),
    }
  } finally {
    await platform.stop()
    platform.remove()
  }
}
