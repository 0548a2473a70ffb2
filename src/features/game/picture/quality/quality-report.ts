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
import { quantileOf } from './quantile.ts'
import { pressDelays } from './state.ts'

/** Between two reports of one visit, but for the one at its end. */
const REPORT_INTERVAL_MS = 5 * 60_000
const SAMPLE_INTERVAL_MS = 1000
/** A picture that stood for less is no stall, as in net/whep.ts. */
const MIN_STALL_MS = 1000

/**
 * The address that the document was opened at, if no login came between, which takes the player's own time.
 */
function openedAddress(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const hasLoggedIn = performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/login'))
  return hasLoggedIn ? undefined : navigation?.name
}

let isFirstVisit = true

/**
 * ms from the press, or from the opening of the machine's address, to the first frame. Undefined where the
 * page was hidden meanwhile: browsers show no frames then.
 */
function joinTime({ openedAt, firstFrameAt = performance.now() }: GameVisit): number | undefined {
  const start = isFirstVisit && openedAddress() === location.href ? 0 : openedAt
  isFirstVisit = false
  const wasHidden = performance
    .getEntriesByType('visibility-state')
    .some(({ name, startTime }) => name === 'hidden' && startTime >= start && startTime <= firstFrameAt)
  return wasHidden ? undefined : inBounds(firstFrameAt - start, MAX_DURATION_MS)
}

const inBounds = (ms: number, max: number) => Math.round(Math.min(Math.max(ms, 0), max))

function medianMs(values: readonly number[]): number | undefined {
  const median = quantileOf(values, 0.5)
  return median === undefined ? undefined : inBounds(median, MAX_PICTURE_AGE_MS)
}

function deviceClass(): QualityReport['device'] {
  if (kiosk.peek()) return 'kiosk'
  return matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop'
}

/** What was seen since the last report. */
function createRecord(joinMs?: number) {
  const ages: number[] = []
  const presses: number[] = []
  const stallsMs: number[] = []
  const reconnectsMs: number[] = []
  return {
    addAge: (ms: number) => ages.push(ms),
    addPress: (ms: number) => presses.push(ms),
    addInterruption(ms: number, isReconnect: boolean) {
      const lengths = isReconnect ? reconnectsMs : stallsMs
      if ((isReconnect || ms >= MIN_STALL_MS) && lengths.length < MAX_INTERRUPTIONS)
        lengths.push(inBounds(ms, MAX_DURATION_MS))
    },
    /** Undefined where nothing was seen. */
    report(): QualityReport | undefined {
      const pressMs = medianMs(presses)
      const ageMs = medianMs(ages)
      const interruptions = stallsMs.length + reconnectsMs.length
      if ((joinMs ?? pressMs ?? ageMs) === undefined && interruptions === 0) return undefined
      const build = document.documentElement.dataset.build ?? 'unknown'
      return { build, device: deviceClass(), joinMs, pressMs, ageMs, stallsMs, reconnectsMs }
    },
  }
}

/** Records a visit from its first picture on, and reports it. */
function recordVisit(session: GameVisit): Dispose {
  const { whep } = session
  const startedAt = performance.now()
  let record = createRecord(joinTime(session))
  let sentAt: number | undefined
  let visibleAt = startedAt
  /** The interruption that has not ended. */
  let current: { start: number; isReconnect: boolean } | undefined

  function send() {
    const report = record.report()
    if (!report) return
    record = createRecord()
    sentAt = performance.now()
    void call(v.unknown(), 'POST', '/player/quality', { body: report, keepalive: true })
  }
  function endInterruption() {
    if (current) record.addInterruption(performance.now() - current.start, current.isReconnect)
    current = undefined
  }
  function update() {
    const state = whep.state.value
    const isDown = link.value === 'down'
    const isAway = document.hidden || state === 'idle' || state === 'closed'
    if (isAway || (state === 'playing' && !isDown)) return endInterruption()
    // Since the last frame, while the page was visible.
    const start = Math.max(performance.now() - (whep.age.value ?? 0), visibleAt)
    current ??= { start, isReconnect: false }
    current.start = Math.min(current.start, start)
    if (isDown || state !== 'stalled') current.isReconnect = true
  }
  function sample() {
    if (!document.hidden && !current && frameAge.peek()?.ms !== undefined)
      record.addAge(pictureAge.peek() ?? 0)
    if (performance.now() - (sentAt ?? startedAt) >= REPORT_INTERVAL_MS) send()
  }
  /** The page may not come back; but one that is shown and hidden often reports rarely. */
  function onVisibility() {
    if (!document.hidden) visibleAt = performance.now()
    untracked(update)
    if (document.hidden && (sentAt === undefined || performance.now() - sentAt >= REPORT_INTERVAL_MS)) send()
  }
  function onPageHide() {
    endInterruption()
    send()
  }

  const stopUpdates = effect(update)
  const earlier = pressDelays.peek()
  const stopPresses = pressDelays.subscribe((delays) => {
    const latest = delays.at(-1)
    if (delays !== earlier && latest !== undefined) record.addPress(latest)
  })
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', onPageHide)
  return () => {
    stopUpdates()
    stopPresses()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', onPageHide)
    onPageHide()
  }
}

/** Records a visit once it has a picture. */
function watchVisit(session: GameVisit): Dispose {
  let stopRecord: Dispose | undefined
  const stop = effect(() => {
    if (session.whep.age.value !== undefined) stopRecord ??= untracked(() => recordVisit(session))
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
    const session = gameVisit.value
    return session && untracked(() => watchVisit(session))
  })
  return () => {
    stopReports?.()
    stopReports = undefined
    isFirstVisit = true
  }
}
