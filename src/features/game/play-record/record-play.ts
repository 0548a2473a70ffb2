import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { serverNow } from '../../../net/server-clock.ts'
import { currentGameVisit } from '../play/game-visit.ts'
import { drainStates, machine, ownCreditOf, unrecordedStates } from '../play/state.ts'
import { isSameVisit, readSpin } from './read-spin.ts'
import { addToSession, leaveMachine, NO_TOTALS, storedTotals } from './session-totals.ts'
import {
  resetVisit,
  sessionTotals,
  setSessionTotals,
  setVisit,
  startVisit,
  visitSince,
  visitTotals,
} from './state.ts'
import { addToVisit, startTotals } from './visit-totals.ts'

/** Records the states that have come since it was last called. Returns whether the next spin is free. */
function recordStates(machineId: string, isNextFree: boolean, clock: () => number): boolean {
  let wasFree = isNextFree
  for (const state of drainStates()) {
    const session = sessionTotals.peek()
    if (!visitTotals.peek() && session.visit && isSameVisit(session.spin, machineId, state)) {
      // The page was loaded again.
      startVisit(session.visit.totals, session.visit.since)
    }
    const visit = visitTotals.peek()
    const step = readSpin(session.spin, machineId, state, wasFree)
    if (state.phase === 'idle') wasFree = state.freeSpins > 0
    const credit = ownCreditOf(state)
    if (!visit) startVisit(startTotals(credit), clock())
    else {
      // Shown in one list with the spins that the server keeps.
      const time = new Date(serverNow()).toISOString()
      setVisit(addToVisit(visit, credit, step), step.ended && { ...step.ended, time })
    }
    const totals = visitTotals.peek()
    setSessionTotals({
      ...addToSession(session, step),
      visit: totals && { since: visitSince.peek(), totals },
    })
  }
  return wasFree
}

function record(clock: () => number): Dispose {
  // Nothing of the session is known to a page that was loaded again.
  if (sessionTotals.peek() === NO_TOTALS) setSessionTotals(storedTotals())
  let recordedId: string | undefined
  let isNextFree = false
  return effect(() => {
    const id = machine.value?.id
    const hasStates = unrecordedStates.value.length > 0
    untracked(() => {
      if (id !== recordedId) {
        resetVisit()
        isNextFree = false
        // The last spin may be another player's: the hold of an earlier visit was paid out in the lobby.
        const visit = currentGameVisit()
        if (id && visit?.isNew) {
          visit.isNew = false
          setSessionTotals(leaveMachine(sessionTotals.peek()))
        }
      }
      recordedId = id
      // Includes the states received before the recording started.
      if (id && hasStates) isNextFree = recordStates(id, isNextFree, clock)
    })
  })
}

let users = 0
let stop = () => {}

/**
 * Records the totals of the visit and the session, and each ended spin. Limits and info panel share one
 * recording, which runs until the last of them disposes it.
 */
export function startPlayRecord(clock = Date.now): Dispose {
  if (users++ === 0) stop = record(clock)
  return () => {
    if (--users > 0) return
    stop()
    resetVisit()
  }
}
