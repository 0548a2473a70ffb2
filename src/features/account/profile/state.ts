import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LoginsAnswer, ProfileAnswer } from '../../../contract/player.ts'
import type { Failure, LoadStatus } from '../../../contract/result.ts'

const profileSignal = signal<ProfileAnswer | undefined>(undefined)
const profileLoadSignal = signal<LoadStatus>('idle')
const profileFailureSignal = signal<Failure | undefined>(undefined)
let profileRequest = 0

export const profile: ReadonlySignal<ProfileAnswer | undefined> = profileSignal
export const profileLoad: ReadonlySignal<LoadStatus> = profileLoadSignal
export const profileFailure: ReadonlySignal<Failure | undefined> = profileFailureSignal

/** Pass the returned number to `applyProfile`. */
export function beginProfileRequest(): number {
  if (profileLoadSignal.peek() !== 'ready') profileLoadSignal.value = 'loading'
  return ++profileRequest
}

/** Applies an answer, unless a newer request was started. On failure the shown profile stays. */
export function applyProfile(request: number, answer: ProfileAnswer | undefined, failure?: Failure): void {
  if (request !== profileRequest) return
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
let loginsRequest = 0

export const logins: ReadonlySignal<readonly OpenLogin[]> = loginsSignal
export const loginsLoad: ReadonlySignal<LoadStatus> = loginsLoadSignal
export const loginsFailure: ReadonlySignal<Failure | undefined> = loginsFailureSignal
/** The login that is being ended. */
export const endingLogin: ReadonlySignal<string | undefined> = endingLoginSignal

/** Pass the returned number to `applyLogins`; the answer to an older request is dropped. */
export function beginLoginsRequest(ending?: string): number {
  if (loginsLoadSignal.peek() !== 'ready') loginsLoadSignal.value = 'loading'
  endingLoginSignal.value = ending
  return ++loginsRequest
}

/** Applies an answer. On failure the shown logins stay. */
export function applyLogins(
  request: number,
  rows: readonly OpenLogin[] | undefined,
  failure?: Failure,
): void {
  if (request !== loginsRequest) return
  batch(() => {
    endingLoginSignal.value = undefined
    loginsFailureSignal.value = failure
    if (rows) loginsSignal.value = rows
    if (rows) loginsLoadSignal.value = 'ready'
    else if (loginsLoadSignal.peek() !== 'ready')
      loginsLoadSignal.value = failure?.status === 404 ? 'absent' : 'failed'
  })
}

/** Clears profile and logins; pending answers are dropped. */
export function clearProfile(): void {
  profileRequest++
  profileSignal.value = undefined
  profileLoadSignal.value = 'idle'
  profileFailureSignal.value = undefined
  loginsRequest++
  loginsSignal.value = []
  loginsLoadSignal.value = 'idle'
  loginsFailureSignal.value = undefined
  endingLoginSignal.value = undefined
}
