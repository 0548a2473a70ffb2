import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure, LoadStatus } from '../../../contract/result.ts'
import type { PlayedSpin, RulesAnswer, SpinsAnswer } from '../../../contract/rules.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'
import { visitSpins } from '../play-record/state.ts'

export const TABS = ['rules', 'spins', 'session', 'settings'] as const
export type Tab = (typeof TABS)[number]

type Answer<T> = { value: T } | { failure: Failure }

/** A 404 means that the server does not offer the call. */
const loadOf = (answer: Answer<unknown>): LoadStatus =>
  'value' in answer ? 'ready' : answer.failure.status === 404 ? 'absent' : 'failed'
const failureOf = (answer: Answer<unknown>) => ('failure' in answer ? answer.failure : undefined)

const openSignal = signal(false)
const tabSignal = signal<Tab>('rules')
const rulesSignal = signal<RulesAnswer | undefined>()
const rulesLoadSignal = signal<LoadStatus>('idle')
const fetchedSpinsSignal = signal<readonly PlayedSpin[]>([])
const cursorSignal = signal<string | undefined>()
const spinsLoadSignal = signal<LoadStatus>('idle')
const rulesFailureSignal = signal<Failure | undefined>()
const recallSignal = signal(false)
const spinsFailureSignal = signal<Failure | undefined>()
/** Ends with the machine. */
const requests = createLoginLatest()

export const infoPanelOpen: ReadonlySignal<boolean> = openSignal
export const tab: ReadonlySignal<Tab> = tabSignal
export const rules: ReadonlySignal<RulesAnswer | undefined> = rulesSignal
export const rulesLoad: ReadonlySignal<LoadStatus> = rulesLoadSignal
export const spinsLoad: ReadonlySignal<LoadStatus> = spinsLoadSignal
/** Whether the server has what each spin showed. */
export const hasRecall: ReadonlySignal<boolean> = recallSignal
/** Why the last request failed. */
export const rulesFailure: ReadonlySignal<Failure | undefined> = rulesFailureSignal
export const spinsFailure: ReadonlySignal<Failure | undefined> = spinsFailureSignal
/** Cursor of the next page of older spins; undefined after the last page. */
export const spinsCursor: ReadonlySignal<string | undefined> = cursorSignal

/**
 * The player's spins on this machine, newest first: fetched ones and those of this visit, without duplicates.
 */
export const spins: ReadonlySignal<readonly PlayedSpin[]> = computed(() => {
  const fetched = new Set(fetchedSpinsSignal.value.map(({ id }) => id))
  return [...visitSpins.value.filter(({ id }) => !fetched.has(id)), ...fetchedSpinsSignal.value]
})

export function setInfoPanelOpen(shown: boolean): void {
  openSignal.value = shown
}

export function setTab(which: Tab): void {
  tabSignal.value = which
}

/** Resets everything that belongs to the machine; pending answers are dropped. */
export function resetMachine(): void {
  batch(() => {
    requests.invalidate()
    rulesSignal.value = undefined
    rulesLoadSignal.value = 'idle'
    fetchedSpinsSignal.value = []
    cursorSignal.value = undefined
    recallSignal.value = false
    spinsLoadSignal.value = 'idle'
  })
}

/** Pass the mark to `applyRules`. */
export function beginRulesRequest(): Mark {
  rulesLoadSignal.value = 'loading'
  return requests.mark()
}

/** Applies the answer, unless the machine has changed since the request. */
export function applyRules(mark: Mark, answer: Answer<RulesAnswer>): void {
  if (requests.isStale(mark)) return
  batch(() => {
    rulesSignal.value = 'value' in answer ? answer.value : undefined
    rulesFailureSignal.value = failureOf(answer)
    rulesLoadSignal.value = loadOf(answer)
  })
}

/** Pass the mark to `applySpins`. */
export function beginSpinsRequest(): Mark {
  spinsLoadSignal.value = 'loading'
  return requests.mark()
}

/** Appends a page of spins without duplicates. A page without new spins is the last one. */
export function applySpins(mark: Mark, answer: Answer<SpinsAnswer>): void {
  if (requests.isStale(mark)) return
  batch(() => {
    spinsLoadSignal.value = loadOf(answer)
    spinsFailureSignal.value = failureOf(answer)
    if (!('value' in answer)) return
    recallSignal.value = answer.value.recall
    const known = new Set(fetchedSpinsSignal.peek().map(({ id }) => id))
    const fresh = answer.value.rows.filter(({ id }) => !known.has(id))
    fetchedSpinsSignal.value = [...fetchedSpinsSignal.peek(), ...fresh]
    cursorSignal.value = fresh.length > 0 ? (answer.value.cursor ?? undefined) : undefined
  })
}

onSessionEnd(() => {
  resetMachine()
  openSignal.value = false
  tabSignal.value = 'rules'
})
