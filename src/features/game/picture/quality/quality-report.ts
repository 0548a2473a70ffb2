import { effect, untracked } from '@preact/signals-react'
import * as v from 'valibot'
import {
  MAX_DURATION_MS,
  MAX_INTERRUPTIONS,
  MAX_PICTURE_AGE_MS,
  type QualityReport,
} from '../../../../contract/quality-report.ts'
import type { Dispose } from '../../../../contract/result.ts'
import { kiosk } from '../../../../core/settings/kiosk-mode.ts'
import { call } from '../../../../net/api.ts'
import { type GameVisit, gameVisit } from '../../play/game-visit.ts'
import { link } from '../../play/state.ts'
import { frameAge, pictureAge } from '../../video/state.ts'
import { type Interruption, watchInterruptions } from './interruptions.ts'
import { joinTime, resetJoinTime } from './join-time.ts'
import { quantileOf } from './quantile.ts'
import { pressDelays } from './state.ts'

/** Between two reports of one visit, but for the one at its end. */
const REPORT_INTERVAL_MS = 5 * 60_000
const SAMPLE_INTERVAL_MS = 1000
/** A picture that stood for less is no stall, as in net/whep.ts. */
const MIN_STALL_MS = 1000

/** What was seen since the last report, ms. */
interface Seen {
  readonly join: number | undefined
  readonly presses: number[]
  readonly ages: number[]
  readonly interruptions: Interruption[]
}
const nothingSeen = (join?: number): Seen => ({ join, presses: [], ages: [], interruptions: [] })

function deviceClass(): QualityReport['device'] {
  if (kiosk.peek()) return 'kiosk'
  return matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop'
}

/** The report of what was seen, within the bounds of the contract. Undefined where nothing was. */
function reportOf({ join, presses, ages, interruptions }: Seen): QualityReport | undefined {
  const median = quantileOf(presses, 0.5)
  const age = quantileOf(ages, 0.5)
  if ((join ?? median ?? age) === undefined && interruptions.length === 0) return undefined
  const inBounds = (ms: number, max: number) => Math.round(Math.min(Math.max(ms, 0), max))
  const measured = (ms: number | undefined, max: number) => (ms === undefined ? undefined : inBounds(ms, max))
  const lengths = (ofReconnects: boolean) =>
    interruptions
      .filter(({ isReconnect }) => isReconnect === ofReconnects)
      .slice(0, MAX_INTERRUPTIONS)
      .map(({ ms }) => inBounds(ms, MAX_DURATION_MS))
  return {
    build: document.documentElement.dataset.build ?? 'unknown',
    device: deviceClass(),
    joinMs: measured(join, MAX_DURATION_MS),
    pressMs: measured(median, MAX_PICTURE_AGE_MS),
    ageMs: measured(age, MAX_PICTURE_AGE_MS),
    stallsMs: lengths(false),
    reconnectsMs: lengths(true),
  }
}

/** Tells the delay of each press from now on, ms. */
function watchPresses(onPress: (ms: number) => void): Dispose {
  const earlier = pressDelays.peek()
  return pressDelays.subscribe((delays) => {
    const latest = delays.at(-1)
    if (delays !== earlier && latest !== undefined) onPress(latest)
  })
}

/** Records a visit from its first picture on, and reports it. */
function recordVisit(visit: GameVisit): Dispose {
  let seen = nothingSeen(joinTime(visit))
  let dueAt = performance.now() + REPORT_INTERVAL_MS
  let hasSent = false

  function send() {
    const body = reportOf(seen)
    if (!body) return
    seen = nothingSeen()
    hasSent = true
    dueAt = performance.now() + REPORT_INTERVAL_MS
    void call(v.unknown(), 'POST', '/player/quality', { body, keepalive: true })
  }
  function sample() {
    const isShown = !document.hidden && visit.whep.state.peek() === 'playing' && link.peek() !== 'down'
    if (isShown && frameAge.peek()?.ms !== undefined) seen.ages.push(pictureAge.peek() ?? 0)
    if (performance.now() >= dueAt) send()
  }
  /** The page may not come back; but one that is shown and hidden often reports rarely. */
  function onVisibility() {
    if (document.hidden && (!hasSent || performance.now() >= dueAt)) send()
  }

  // First, because an interruption that ends with the page is part of the page's last report.
  const stopInterruptions = watchInterruptions(visit, (ended) => {
    if (ended.isReconnect || ended.ms >= MIN_STALL_MS) seen.interruptions.push(ended)
  })
  const stopPresses = watchPresses((ms) => seen.presses.push(ms))
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', send)
  return () => {
    stopInterruptions()
    stopPresses()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', send)
    send()
  }
}

/** Records a visit once it has a picture. */
function watchVisit(visit: GameVisit): Dispose {
  let stopRecord: Dispose | undefined
  const stop = effect(() => {
    if (visit.whep.age.value !== undefined) stopRecord ??= untracked(() => recordVisit(visit))
  })
  return () => {
    stop()
    stopRecord?.()
  }
}

let stopReports: Dispose | undefined

/** Reports each visit from now on; called again, it goes on. */
export function startQualityReports(): Dispose {
  stopReports ??= effect(() => {
    const visit = gameVisit.value
    return visit && untracked(() => watchVisit(visit))
  })
  return () => {
    stopReports?.()
    stopReports = undefined
    resetJoinTime()
  }
}
