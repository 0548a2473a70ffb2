import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../../core/session/state.ts'
import { visitTotals } from '../play-record/state.ts'
import type { VisitTotals } from '../play-record/visit-totals.ts'

/** Numbers of spins to choose from; Infinity: until stopped. */
export const COUNTS = [10, 25, 50, 100, Number.POSITIVE_INFINITY] as const
/** Loss limits and single wins that stop autoplay, in stakes; 0: no limit. */
export const LOSSES = [10, 25, 50, 0] as const
export const WINS = [10, 50, 100, 0] as const

/** The player's choice; amounts in stakes. */
interface Choice {
  count: number
  loss: number
  win: number
  bonus: boolean
}

/** A run that has ended. Amounts in cents. */
export interface RunResult {
  /** Why it ended, in the player's language. */
  message: string
  spins: number
  won: number
  /** Won minus staked. */
  net: number
}

const NOTHING = { spins: 0, freeSpins: 0, won: 0, staked: 0 }
const sheetOpenSignal = signal(false)
const startSignal = signal<VisitTotals | undefined>()
const messageSignal = signal<string | undefined>()
const DEFAULT_PLAN: Choice = { count: 10, loss: 25, win: 0, bonus: false }
const planSignal = signal(DEFAULT_PLAN)

export const sheetOpen: ReadonlySignal<boolean> = sheetOpenSignal
/** The player's last choice. */
export const plan: ReadonlySignal<Choice> = planSignal

export function setSheetOpen(next: boolean): void {
  sheetOpenSignal.value = next
}

export function setPlan(change: Partial<Choice>): void {
  planSignal.value = { ...planSignal.peek(), ...change }
}

/**
 * The result of the last run, until the player dismisses it. The outcome of its last spin is added when that
 * arrives.
 */
export const runResult = computed<RunResult | undefined>(() => {
  const message = messageSignal.value
  if (message === undefined) return undefined
  const { spins, freeSpins, won, staked } = visitTotals.value ?? NOTHING
  const start = startSignal.value ?? NOTHING
  return {
    message,
    spins: spins + freeSpins - start.spins - start.freeSpins,
    won: won - start.won,
    net: won - staked - (start.won - start.staked),
  }
})

/** A run begins with these totals of the visit. */
export function beginRun(totals: VisitTotals | undefined): void {
  startSignal.value = totals
}

export function setRunResult(message: string): void {
  messageSignal.value = message
}

export function dismissResult(): void {
  messageSignal.value = undefined
}

onSessionEnd(() => {
  planSignal.value = DEFAULT_PLAN
})
