import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { PlayedSpin, RulesAnswer, SpinsAnswer } from '../../../contract/rules.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { visitSpins } from '../play-record/state.ts'

/** What the side bar shows. */
export const TABS = ['rules', 'spins', 'session', 'settings'] as const
export type Tab = (typeof TABS)[number]
/** `absent`: the operator's server has no such thing. */
type Load = 'idle' | 'loading' | 'ready' | 'absent' | 'failed'

const openSignal = signal(false)
const tabSignal = signal<Tab>('rules')
const rulesSignal = signal<RulesAnswer | undefined>()
const rulesLoadSignal = signal<Load>('idle')
const fetchedSpinsSignal = signal<readonly PlayedSpin[]>([])
const cursorSignal = signal<string | undefined>()
const spinsLoadSignal = signal<Load>('idle')
let revision = 0

/** Is it open? */
export const infoPanelOpen: ReadonlySignal<boolean> = openSignal
export const tab: ReadonlySignal<Tab> = tabSignal
/** The rules of the machine that is played. */
export const rules: ReadonlySignal<RulesAnswer | undefined> = rulesSignal
export const rulesLoad: ReadonlySignal<Load> = rulesLoadSignal
export const spinsLoad: ReadonlySignal<Load> = spinsLoadSignal
/** Where the page of older spins begins; undefined where there is none. */
export const spinsCursor: ReadonlySignal<string | undefined> = cursorSignal

/** The player's spins on this machine, the newest first: those the server has told, and what happened since. */
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

/** Another machine, or nobody: nothing of before is true of it. */
export function resetMachine(): void {
  batch(() => {
    revision++
    rulesSignal.value = undefined
    rulesLoadSignal.value = 'idle'
    fetchedSpinsSignal.value = []
    cursorSignal.value = undefined
    spinsLoadSignal.value = 'idle'
  })
}

/** Rules are being asked for; hand the number to `takeRules`. */
export function beginRulesRequest(): number {
  rulesLoadSignal.value = 'loading'
  return revision
}

/** Takes the rules, or that there are none, or that they did not come. Those of another machine are dropped. */
export function applyRules(requestRevision: number, answer: RulesAnswer | 'absent' | 'failed'): void {
  if (requestRevision !== revision) return
  batch(() => {
    rulesSignal.value = typeof answer === 'string' ? undefined : answer
    rulesLoadSignal.value = typeof answer === 'string' ? answer : 'ready'
  })
}

export function beginSpinsRequest(): number {
  spinsLoadSignal.value = 'loading'
  return revision
}

/** Takes a page of spins, the first or the one after what is there, without doubles. A page that brings nothing is the last. */
export function applySpins(requestRevision: number, answer: SpinsAnswer | 'absent' | 'failed'): void {
  if (requestRevision !== revision) return
  batch(() => {
    spinsLoadSignal.value = typeof answer === 'string' ? answer : 'ready'
    if (typeof answer === 'string') return
    const known = new Set(fetchedSpinsSignal.peek().map(({ id }) => id))
    const fresh = answer.rows.filter(({ id }) => !known.has(id))
    fetchedSpinsSignal.value = [...fetchedSpinsSignal.peek(), ...fresh]
    cursorSignal.value = fresh.length > 0 ? (answer.cursor ?? undefined) : undefined
  })
}

onSessionEnd(() => {
  resetMachine()
  openSignal.value = false
  tabSignal.value = 'rules'
})
