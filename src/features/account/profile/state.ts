import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ProfileAnswer } from '../../../contract/player.ts'
import type { Failure } from '../../../contract/result.ts'

/** `absent`: the server does not have the call. `failed`: there is also nothing older to show. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed' | 'absent'

const profileSignal = signal<ProfileAnswer | undefined>(undefined)
const profileLoadSignal = signal<LoadStatus>('idle')
const profileFailureSignal = signal<Failure | undefined>(undefined)
let profileRequest = 0

export const profile: ReadonlySignal<ProfileAnswer | undefined> = profileSignal
export const profileLoad: ReadonlySignal<LoadStatus> = profileLoadSignal
export const profileFailure: ReadonlySignal<Failure | undefined> = profileFailureSignal

/** Returns the request number to pass to `applyProfile`. */
export function beginProfileRequest(): number {
  if (profileLoadSignal.peek() !== 'ready') profileLoadSignal.value = 'loading'
  return ++profileRequest
}

/** Applies the answer. On failure the profile that is shown stays; the answer to an older request is dropped. */
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

/** Clears the profile; an answer in flight will be dropped. */
export function clearProfile(): void {
  profileRequest++
  profileSignal.value = undefined
  profileLoadSignal.value = 'idle'
  profileFailureSignal.value = undefined
}
