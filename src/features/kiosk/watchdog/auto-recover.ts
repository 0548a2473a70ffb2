import type { Dispose } from '../../../contract/result.ts'
import { gate } from '../../../core/gates/state.ts'
import { pageIdleMs } from '../../../core/idle/idle-clock.ts'
import { session } from '../../../core/session/state.ts'
import { settingsLoaded } from '../../../core/settings/settings.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { fetchBuild } from '../../../net/build-id.ts'
import { readSettingsFile } from '../../../net/settings-file.ts'

/** A fault must last this long before a recovery is tried, ms. */
const MIN_FAULT_MS = 10_000
const POLL_INTERVAL_MS = 2_000
/** The delay between two tries, ms; it doubles each time. */
const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 120_000
/** After this long without a fault the number of tries is reset, ms. */
const RECOVERED_MS = 60_000
/** The number of reloads in a row; in session storage, because the page does not survive a reload. */
const TRIES_KEY = 'reelcast.kiosk-tries'
/** Pages that wait for a touch: a chunk or check that failed to load, an error of the app. */
const DEAD_END = '.waiting [role=alert]'

type NeededFile = '/Settings.json' | '/index.html'

/** The file that must be served before a reload can clear the current fault; undefined without a fault. */
export function detectFault(): NeededFile | undefined {
  const current = session.peek()
  // A player is never interrupted.
  if (current.status === 'player') return undefined
  if (!settingsLoaded.peek()) return '/Settings.json'
  if (gate.peek()?.kind === 'checkFailed') return '/index.html'
  if (current.status === 'unknown' && current.failure) return '/index.html'
  return document.querySelector(DEAD_END) ? '/index.html' : undefined
}

/** Whether the server serves the file. A captive portal's page in its place does not count. */
export const isServed = (file: NeededFile): Promise<boolean> =>
  file === '/index.html'
    ? fetchBuild().then(Boolean)
    : readSettingsFile().then(
        () => true,
        () => false,
      )

/**
 * Recovers an unattended kiosk from every state that waits for a touch: polls for the missing file, with
 * increasing delays, and reloads the page once it is served.
 */
export function startAutoRecover(reload = () => window.location.reload(), there = isServed): Dispose {
  let faultSince: number | undefined
  let lastFault = performance.now()
  let nextTry = 0
  let busy = false
  const tries = () => Number(read('session', TRIES_KEY) ?? 0)
  let wait = Math.min(MIN_RETRY_MS * 2 ** tries(), MAX_RETRY_MS)
  const poll = async () => {
    const now = performance.now()
    const missing = detectFault()
    if (!missing) {
      faultSince = undefined
      if (now - lastFault > RECOVERED_MS && tries() > 0) {
        write('session', TRIES_KEY, undefined)
        wait = MIN_RETRY_MS
      }
      return
    }
    lastFault = now
    faultSince ??= now
    nextTry ||= now + wait
    if (busy || now - faultSince < MIN_FAULT_MS || now < nextTry || pageIdleMs() < MIN_FAULT_MS) return
    busy = true
    const isThere = await there(missing)
    busy = false
    wait = Math.min(wait * 2, MAX_RETRY_MS)
    nextTry = performance.now() + wait
    if (!isThere || !detectFault()) return
    write('session', TRIES_KEY, String(Math.min(tries() + 1, 10)))
    reload()
  }
  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}
