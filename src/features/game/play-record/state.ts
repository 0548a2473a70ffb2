import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { PlayedSpin } from '../../../contract/rules.ts'
import { NO_TOTALS, type SessionTotals, storeTotals } from './session-totals.ts'
import type { VisitTotals } from './visit-totals.ts'

/** What the panel lists of a visit; its totals count all spins. */
export const MAX_VISIT_SPINS = 200

const visitSignal = signal<VisitTotals | undefined>()
const visitSinceSignal = signal(0)
const visitSpinsSignal = signal<readonly PlayedSpin[]>([])
const sessionSignal = signal<SessionTotals>(NO_TOTALS)

/** The totals of this visit; undefined before the machine's first state. */
export const visitTotals: ReadonlySignal<VisitTotals | undefined> = visitSignal
/** When the visit began, ms since 1970. */
export const visitSince: ReadonlySignal<number> = visitSinceSignal
/** The spins that ended during the visit, newest first, `MAX_VISIT_SPINS` at most. */
export const visitSpins: ReadonlySignal<readonly PlayedSpin[]> = visitSpinsSignal
/** The totals of the session over all machines. */
export const sessionTotals: ReadonlySignal<SessionTotals> = sessionSignal

/** A visit begins with these totals at `since`, ms since 1970. */
export function startVisit(totals: VisitTotals, since: number): void {
  batch(() => {
    visitSignal.value = totals
    visitSinceSignal.value = since
  })
}

/** `ended`: the spin that ended with these totals. */
export function setVisit(totals: VisitTotals, ended?: PlayedSpin): void {
  batch(() => {
    visitSignal.value = totals
    const spins = visitSpinsSignal.peek()
    if (ended && !spins.some(({ id }) => id === ended.id))
      visitSpinsSignal.value = [ended, ...spins].slice(0, MAX_VISIT_SPINS)
  })
}

export function resetVisit(): void {
  batch(() => {
    visitSignal.value = undefined
    visitSpinsSignal.value = []
  })
}

export function setSessionTotals(totals: SessionTotals): void {
  if (totals === sessionSignal.peek()) return
  sessionSignal.value = totals
  storeTotals(totals)
}
