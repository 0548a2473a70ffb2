import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { PlayedSpin, RulesAnswer, SpinsAnswer } from '../../../contract/rules.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { visitSpins } from '../play-record/state.ts'

/** What the side bar shows. */
export const TABS = ['rules', 'spins', 'session', 'settings'] as const
export type Tab = (typeof TABS)[number]
/** `absent`: the operator's server has no such thing. */
type Load = 'idle' | 'loading' | 'ready' | 'absent' | 'failed'

const open = signal(false)
const shownTab = signal<Tab>('rules')
const rulesNow = signal<RulesAnswer | undefined>()
const rulesAre = signal<Load>('idle')
const fetched = signal<readonly PlayedSpin[]>([])
const next = signal<string | undefined>()
const spinsAre = signal<Load>('idle')
let turn = 0

/** Is it open? */
export const sideBar: ReadonlySignal<boolean> = open
export const tab: ReadonlySignal<Tab> = shownTab
/** The rules of the machine that is played. */
export const rules: ReadonlySignal<RulesAnswer | undefined> = rulesNow
export const rulesLoad: ReadonlySignal<Load> = rulesAre
export const spinsLoad: ReadonlySignal<Load> = spinsAre
/** Where the page of older spins begins; undefined where there is none. */
export const spinsCursor: ReadonlySignal<string | undefined> = next

/** The player's spins on this machine, the newest first: those the server has told, and what happened since. */
export const spins: ReadonlySignal<readonly PlayedSpin[]> = computed(() => {
  const told = new Set(fetched.value.map(({ id }) => id))
  return [...visitSpins.value.filter(({ id }) => !told.has(id)), ...fetched.value]
})

export function openSide(shown: boolean): void {
  open.value = shown
}

export function showTab(which: Tab): void {
  shownTab.value = which
}

/** Another machine, or nobody: nothing of before is true of it. */
export function forgetMachine(): void {
  batch(() => {
    turn++
    rulesNow.value = undefined
    rulesAre.value = 'idle'
    fetched.value = []
    next.value = undefined
    spinsAre.value = 'idle'
  })
}

/** Rules are being asked for; hand the number to `takeRules`. */
export function rulesAsked(): number {
  rulesAre.value = 'loading'
  return turn
}

/** Takes the rules, or that there are none, or that they did not come. Those of another machine are dropped. */
export function takeRules(asked: number, answer: RulesAnswer | 'absent' | 'failed'): void {
  if (asked !== turn) return
  batch(() => {
    rulesNow.value = typeof answer === 'string' ? undefined : answer
    rulesAre.value = typeof answer === 'string' ? answer : 'ready'
  })
}

export function spinsAsked(): number {
  spinsAre.value = 'loading'
  return turn
}

/** Takes a page of spins, the first or the one after what is there, without doubles. A page that brings nothing is the last. */
export function takeSpins(asked: number, answer: SpinsAnswer | 'absent' | 'failed'): void {
  if (asked !== turn) return
  batch(() => {
    spinsAre.value = typeof answer === 'string' ? answer : 'ready'
    if (typeof answer === 'string') return
    const known = new Set(fetched.peek().map(({ id }) => id))
    const fresh = answer.rows.filter(({ id }) => !known.has(id))
    fetched.value = [...fetched.peek(), ...fresh]
    next.value = fresh.length > 0 ? (answer.cursor ?? undefined) : undefined
  })
}

onSessionEnd(() => {
  forgetMachine()
  open.value = false
  shownTab.value = 'rules'
})
