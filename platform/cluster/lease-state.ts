/*
 * The phases of a lease by what is known and when, without database and timers. Times are steady ms.
 *
 *   new ──renewed──> held ──3 s──> expired ──renewed──> recovering ──renewed──> held
 *
 * `held`: the process takes its share of the machines. `expired`: others claim its machines. `recovering`: it
 * claims none, because the others may have been cut off from the database too, and renew their leases first;
 * it expires as `held` does.
 */
export interface LeaseState {
  /** The phase since the last renewal; `phaseOf` adds what time has changed. */
  readonly phase: 'new' | 'held' | 'recovering'
  /** When that renewal began, so that this process sees the end of its lease before others do. */
  readonly renewedAt: number
}

/** A process that has not renewed its lease for this long is dead, paused or cut off. */
export const LEASE_MS = 3000
export const RENEW_MS = LEASE_MS / 3

export const NEW_LEASE: LeaseState = { phase: 'new', renewedAt: Number.NEGATIVE_INFINITY }

export const isRenewalDue = ({ renewedAt }: LeaseState, now: number): boolean => now - renewedAt >= RENEW_MS

export const phaseOf = ({ phase, renewedAt }: LeaseState, now: number): LeaseState['phase'] | 'expired' =>
  phase !== 'new' && now - renewedAt >= LEASE_MS ? 'expired' : phase

/** The lease after a renewal that began at `startedAt`. */
export const renewed = (lease: LeaseState, startedAt: number): LeaseState => ({
  phase: phaseOf(lease, startedAt) === 'expired' ? 'recovering' : 'held',
  renewedAt: startedAt,
})
