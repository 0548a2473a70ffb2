import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LoginsAnswer, ProfileAnswer } from '../../../contract/player.ts'
import type { Failure, LoadStatus } from '../../../contract/result.ts'
import { createLoginLatest } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'

const profileSignal = signal<ProfileAnswer | undefined>(undefined)
const profileLoadSignal = signal<LoadStatus>('idle')
const profileFailureSignal = signal<Failure | undefined>(undefined)
const profileRequests = createLoginLatest()

export const profile: ReadonlySignal<ProfileAnswer | undefined> = profileSignal
export const profileLoad: ReadonlySignal<LoadStatus> = profileLoadSignal
export const profileFailure: ReadonlySignal<Failure | undefined> = profileFailureSignal

/** Begins a request; pass its mark to `applyProfile`. */
export function beginProfileRequest(): Mark {
  if (profileLoadSignal.peek() !== 'ready') profileLoadSignal.value = 'loading'
  return profileRequests.begin()
}

/** Applies the answer or the failure. On failure the shown profile stays; a stale answer is dropped. */
export function applyProfile(mark: Mark, answer: ProfileAnswer | undefined, failure?: Failure): void {
  if (profileRequests.isStale(mark)) return
  batch(() => {
    profileFailureSignal.value = failure
    if (answer) profileSignal.value = answer
    if (answer) profileLoadSignal.value = 'ready'
    else if (profileLoadSignal.peek() !== 'ready')
      profileLoadSignal.value = failure?.status === 404 ? 'absent' : 'failed'
  })
}

export type OpenLogin = LoginsAnswer['rows'][number]

const loginsSignal = signal<readonly OpenLogin[]>([])
const loginsLoadSignal = signal<LoadStatus>('idle')
const loginsFailureSignal = signal<Failure | undefined>(undefined)
const endingLoginSignal = signal<string | undefined>(undefined)
const loginsRequests = createLoginLatest()

export const logins: ReadonlySignal<readonly OpenLogin[]> = loginsSignal
export const loginsLoad: ReadonlySignal<LoadStatus> = loginsLoadSignal
export const loginsFailure: ReadonlySignal<Failure | undefined> = loginsFailureSignal
/** The login that is being ended. */
export const endingLogin: ReadonlySignal<string | undefined> = endingLoginSignal

/** Begins a request for the list, or to end the login `ending`; pass its mark to `applyLogins`. */
export function beginLoginsRequest(ending?: string): Mark {
  if (loginsLoadSignal.peek() !== 'ready') loginsLoadSignal.value = 'loading'
  endingLoginSignal.value = ending
  return loginsRequests.begin()
}

/** Applies the answer or the failure. On failure the shown logins stay; a stale answer is dropped. */
export function applyLogins(mark: Mark, rows: readonly OpenLogin[] | undefined, failure?: Failure): void {
  if (loginsRequests.isStale(mark)) return
  batch(() => {
    endingLoginSignal.value = undefined
    loginsFailureSignal.value = failure
    if (rows) loginsSignal.value = rows
    if (rows) loginsLoadSignal.value = 'ready'
    else if (loginsLoadSignal.peek() !== 'ready')
      loginsLoadSignal.value = failure?.status === 404 ? 'absent' : 'failed'
  })
}

/** Clears the profile and the logins. */
export function clearProfile(): void {
  profileSignal.value = undefined
  profileLoadSignal.value = 'idle'
  profileFailureSignal.value = undefined
  loginsSignal.value = []
  loginsLoadSignal.value = 'idle'
  loginsFailureSignal.value = undefined
  endingLoginSignal.value = undefined
}
