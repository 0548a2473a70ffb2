import type { LimitKind } from '../../src/contract/limits.ts'

/* The rules by which a player's own limits change: stricter at once, looser after a day. */

export const DELAY_MS = 24 * 60 * 60_000

/** A stored change; times in ms since 1970. `value` null: no limit. */
export interface LimitChange {
  readonly kind: LimitKind
  readonly value: number | null
  readonly setAt: number
  readonly fromAt: number
}

export interface LimitState {
  readonly value: number | null
  readonly pending: { readonly value: number | null; readonly from: number } | undefined
}

/**
 * The limit at a time, from the changes of its kind in their order. A change replaces an earlier one that was
 * still pending when it was made.
 */
export function limitStateAt(changes: readonly Omit<LimitChange, 'kind'>[], at: number): LimitState {
  let value: number | null = null
  let pending: LimitState['pending']
  const settle = (time: number) => {
    if (!pending || pending.from > time) return
    value = pending.value
    pending = undefined
  }
  for (const change of changes) {
    settle(change.setAt)
    pending = undefined
    if (change.fromAt <= change.setAt) value = change.value
    else pending = { value: change.value, from: change.fromAt }
  }
  settle(at)
  return { value, pending }
}

const isStricter = (next: number | null, current: number | null) =>
  next !== null && (current === null || next < current)

/**
 * When a change to `value` takes effect. Undefined for no change: a repeated request must not begin the day
 * anew.
 */
export function effectiveAt(state: LimitState, value: number | null, now: number): number | undefined {
  if (value === state.value) return state.pending && now
  if (state.pending?.value === value) return undefined
  return isStricter(value, state.value) ? now : now + DELAY_MS
}
