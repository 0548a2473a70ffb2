/*
 * How a cabinet's credit is divided, without a database. `own` is the player's part, which the ledger knows
 * from loads and games. `extra` is credit that nobody loaded: its owner is not known, so it is in suspense.
 * What is missing of the player's part goes to suspense, too, and leaves the cabinet. Cents.
 */

export interface Credit {
  readonly own: number
  readonly extra: number
}

/** Amounts to book, by account: `own` is the machine's, or the transit's during a cash-out. */
export interface Entries {
  readonly own: number
  readonly suspense: number
  readonly house: number
  readonly wallet: number
}

export const NO_ENTRIES: Entries = { own: 0, suspense: 0, house: 0, wallet: 0 }

export interface Change {
  readonly credit: Credit
  readonly entries: Entries
}

/** The cabinet shows `credit`, with no game or transfer to explain a difference. */
export function reconcile({ own, extra }: Credit, credit: number): Change | undefined {
  const drift = credit - own - extra
  if (drift === 0) return undefined
  if (drift > 0)
    return {
      credit: { own, extra: extra + drift },
      entries: { ...NO_ENTRIES, house: -drift, suspense: drift },
    }
  const gone = Math.min(extra, -drift)
  const missing = -drift - gone
  return {
    credit: { own: own - missing, extra: extra - gone },
    entries: { ...NO_ENTRIES, own: -missing, suspense: missing - gone, house: gone },
  }
}

/**
 * A game. It is paid from the player's part first; `found` is what had to be on the cabinet besides. A win
 * belongs to whom the stake belonged: only that of a game which the player's part paid whole is the player's.
 */
export function playGame(
  { own, extra }: Credit,
  { stake, win }: { stake: number; win: number },
  isSeated: boolean,
): Change & { readonly found: Entries | undefined } {
  const lacking = Math.max(0, stake - own - extra)
  const fromOwn = Math.min(stake, own)
  const fromExtra = stake - fromOwn
  const isPlayers = isSeated && fromExtra === 0
  const [toOwn, toExtra] = isPlayers ? [win, 0] : [0, win]
  return {
    found: lacking > 0 ? { ...NO_ENTRIES, house: -lacking, suspense: lacking } : undefined,
    credit: { own: own - fromOwn + toOwn, extra: extra + lacking - fromExtra + toExtra },
    entries: {
      ...NO_ENTRIES,
      own: toOwn - fromOwn,
      suspense: toExtra - fromExtra,
      house: stake - win,
    },
  }
}

/**
 * A cash-out that took `cents` off the cabinet. The wallet gets no more than the player's part, whatever the
 * controller says: the rest is extra credit, or new money in suspense. `left`: what stays on the cabinet.
 */
export function takeOff(
  { own, extra }: Credit,
  cents: number,
): Change & { readonly paid: number; readonly left: number; readonly isOdd: boolean } {
  const paid = Math.min(cents, own)
  const over = cents - paid
  const fromExtra = Math.min(over, extra)
  const fresh = over - fromExtra
  return {
    paid,
    left: own - paid,
    isOdd: paid !== own || over > 0,
    credit: { own: own - paid, extra: extra - fromExtra },
    entries: { own: -paid, wallet: paid, house: -fresh, suspense: fresh },
  }
}
