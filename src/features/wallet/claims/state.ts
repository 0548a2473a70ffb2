import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ClaimAnswer } from '../../../contract/player.ts'
import { link } from '../../../core/connection/state.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { balance } from '../state.ts'

/** What a player may ask for. Nothing claims by itself. */
export const CLAIM_KINDS = ['discount', 'bonus'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** From when (ms since 1970) and for how long (ms) nothing can be claimed. */
export interface Cooldown {
  startedAt: number
  durationMs: number
}

/** Why a claim is not even sent. `busy`: the answer to the one before it is awaited. */
export type ClaimBlockReason = 'unknown' | 'busy' | 'waiting' | 'tooHigh' | 'down'

/** A server that refuses in a good answer has said for how long, at most a day. */
const MAX_COOLDOWN_S = 24 * 3600

const perKind = <T>(make: (kind: ClaimKind) => T): Record<ClaimKind, T> => ({
  discount: make('discount'),
  bonus: make('bonus'),
})
const pendingSignals = perKind(() => signal(false))
const secondsLeftSignals = perKind(() => signal(0))

/** What the operator has switched on, in its order. */
export const offered: ReadonlySignal<readonly ClaimKind[]> = computed(() =>
  CLAIM_KINDS.filter((kind) => operatorSettings.value[kind === 'discount' ? 'autoDiscount' : 'autoBonus']),
)

/** How long a player waits from one claim to the next, ms. */
export const windowMs: ReadonlySignal<number> = computed(() => operatorSettings.value.repeatWindow * 1000)

/** The cents that a wallet must be below for a discount; undefined where the operator does not check. */
export const maxBalance: ReadonlySignal<number | undefined> = computed(() =>
  operatorSettings.value.discountCheck ? operatorSettings.value.minDiscount : undefined,
)

/** Is the answer to a claim awaited? */
export const pending: Readonly<Record<ClaimKind, ReadonlySignal<boolean>>> = pendingSignals

/** Whole seconds until it can be claimed again; 0 when it can. */
export const secondsLeft: Readonly<Record<ClaimKind, ReadonlySignal<number>>> = secondsLeftSignals

/** Why it can not be claimed now; undefined when it can. */
export const blockReasons: Readonly<Record<ClaimKind, ReadonlySignal<ClaimBlockReason | undefined>>> =
  perKind((kind) =>
    computed(() => {
      const wallet = balance.value
      const limit = kind === 'discount' ? maxBalance.value : undefined
      if (pendingSignals[kind].value) return 'busy'
      if (wallet === undefined) return 'unknown'
      if (secondsLeftSignals[kind].value > 0) return 'waiting'
      if (limit !== undefined && wallet >= limit) return 'tooHigh'
      return link.value === 'up' ? undefined : 'down'
    }),
  )

/** Can something be claimed now? */
export const claimable: ReadonlySignal<boolean> = computed(() =>
  offered.value.some((kind) => blockReasons[kind].value === undefined),
)

/** A claim is under way, or its answer is there. */
export function setPending(kind: ClaimKind, now: boolean): void {
  pendingSignals[kind].value = now
}

/** So many whole seconds are left. */
export function setSecondsLeft(kind: ClaimKind, seconds: number): void {
  secondsLeftSignals[kind].value = seconds
}

/** A wait by a clock that was set back since would last for hours: it begins anew instead. */
export function adjustForClock(wait: Cooldown, now: number): Cooldown {
  return wait.startedAt > now ? { ...wait, startedAt: now } : wait
}

/** How long a wait still lasts, ms. */
export const msLeft = ({ startedAt: from, durationMs: lasts }: Cooldown, now: number): number =>
  Math.max(0, from + lasts - now)

/** The seconds a refusal asks to wait, if it does. */
export function retrySeconds(params: Readonly<Record<string, unknown>>): number | undefined {
  const seconds = Number(params.seconds)
  return seconds > 0 ? Math.min(seconds, MAX_COOLDOWN_S) : undefined
}

/** The parameters of an answer, for the text of its code. */
export function answerParams({ Params }: ClaimAnswer): Record<string, number> {
  const { seconds } = Params ?? {}
  return typeof seconds === 'number' ? { seconds } : {}
}

onSessionEnd(() => {
  for (const kind of CLAIM_KINDS) {
    pendingSignals[kind].value = false
    secondsLeftSignals[kind].value = 0
  }
})
