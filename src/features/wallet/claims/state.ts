import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ClaimAnswer } from '../../../contract/player.ts'
import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { link } from '../../../core/connection/state.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { balance } from '../state.ts'

/** The claims that a player can make; none is made automatically. */
export const CLAIM_KINDS = ['discount', 'bonus'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** A cooldown: its start (ms since 1970, by the server's clock) and its duration, ms. */
export interface Cooldown {
  startedAt: number
  durationMs: number
}

/** Why a claim is not sent. `busy`: the previous one is pending. */
export type ClaimBlockReason = 'unknown' | 'busy' | 'waiting' | 'tooHigh' | 'down'

/** Maximum cooldown that a refusal may set: a day. */
const MAX_COOLDOWN_S = 24 * 3600

const perKind = <T>(make: (kind: ClaimKind) => T): Record<ClaimKind, T> => ({
  discount: make('discount'),
  bonus: make('bonus'),
})
const pendingSignals = perKind(() => signal(false))
const secondsLeftSignals = perKind(() => signal(0))

/** The claims that the operator has switched on. */
export const offered: ReadonlySignal<readonly ClaimKind[]> = computed(() =>
  CLAIM_KINDS.filter((kind) => operatorSettings.value[kind === 'discount' ? 'autoDiscount' : 'autoBonus']),
)

/** The time from one claim to the next, ms. */
export const windowMs: ReadonlySignal<number> = computed(() => operatorSettings.value.repeatWindow * 1000)

/** A discount requires a balance below this, in cents; undefined without that condition. */
export const maxBalance: ReadonlySignal<number | undefined> = computed(() =>
  operatorSettings.value.discountCheck ? operatorSettings.value.minDiscount : undefined,
)

export const pending: Readonly<Record<ClaimKind, ReadonlySignal<boolean>>> = pendingSignals

/** Whole seconds of the cooldown; 0: none. */
export const secondsLeft: Readonly<Record<ClaimKind, ReadonlySignal<number>>> = secondsLeftSignals

/**
 * What counts for the discount's limit, cents: the wallet and, if the operator has set it, the known credit
 * on the player's machine, or on its way there or back, as on the platform. Undefined while the wallet is
 * unknown.
 */
export const countedBalance: ReadonlySignal<number | undefined> = computed(() => {
  const { discountCountsCredit } = operatorSettings.value
  const { credit = 0, transfer } = (discountCountsCredit && machineCredit.value) || {}
  return balance.value === undefined ? undefined : balance.value + credit + (transfer?.amount ?? 0)
})

/** Why a claim is not possible now; undefined if it is. */
export const blockReasons: Readonly<Record<ClaimKind, ReadonlySignal<ClaimBlockReason | undefined>>> =
  perKind((kind) =>
    computed(() => {
      const counted = countedBalance.value
      const limit = kind === 'discount' ? maxBalance.value : undefined
      if (pendingSignals[kind].value) return 'busy'
      if (counted === undefined) return 'unknown'
      if (secondsLeftSignals[kind].value > 0) return 'waiting'
      if (limit !== undefined && counted >= limit) return 'tooHigh'
      return link.value === 'up' ? undefined : 'down'
    }),
  )

export const claimable: ReadonlySignal<boolean> = computed(() =>
  offered.value.some((kind) => blockReasons[kind].value === undefined),
)

export function setPending(kind: ClaimKind, now: boolean): void {
  pendingSignals[kind].value = now
}

export function setSecondsLeft(kind: ClaimKind, seconds: number): void {
  secondsLeftSignals[kind].value = seconds
}

/**
 * A start in the future means that the clock was set back. The cooldown restarts now, because it would last
 * too long otherwise.
 */
export function adjustForClock(wait: Cooldown, now: number): Cooldown {
  return wait.startedAt > now ? { ...wait, startedAt: now } : wait
}

/** The rest of a cooldown, ms. */
export const msLeft = ({ startedAt: from, durationMs: lasts }: Cooldown, now: number): number =>
  Math.max(0, from + lasts - now)

/** The cooldown that a refusal sets, s; undefined if it sets none. */
export function retrySeconds(params: Readonly<Record<string, unknown>>): number | undefined {
  const seconds = Number(params.seconds)
  return seconds > 0 ? Math.min(seconds, MAX_COOLDOWN_S) : undefined
}

/** The parameters for the text of the answer's code. */
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
