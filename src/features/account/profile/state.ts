import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ProfileAnswer } from '../../../contract/player.ts'
import type { Failure } from '../../../contract/result.ts'

/** `absent`: the operator's server has no such thing. `failed` only while there is nothing to show instead. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed' | 'absent'

const shownProfile = signal<ProfileAnswer | undefined>(undefined)
const profileIs = signal<LoadStatus>('idle')
const profileFailed = signal<Failure | undefined>(undefined)
let profileTurn = 0

export const profile: ReadonlySignal<ProfileAnswer | undefined> = shownProfile
export const profileLoad: ReadonlySignal<LoadStatus> = profileIs
export const profileFailure: ReadonlySignal<Failure | undefined> = profileFailed

/** The profile is being asked for; hand the number to `applyProfile`. */
export function beginProfileRequest(): number {
  if (profileIs.peek() !== 'ready') profileIs.value = 'loading'
  return ++profileTurn
}

/** Takes the profile, or why it did not come: one that is on show stays. An answer to an older request is dropped. */
export function applyProfile(turn: number, answer: ProfileAnswer | undefined, failure?: Failure): void {
  if (turn !== profileTurn) return
  batch(() => {
    profileFailed.value = failure
    if (answer) shownProfile.value = answer
    if (answer) profileIs.value = 'ready'
    else if (profileIs.peek() !== 'ready') profileIs.value = failure?.status === 404 ? 'absent' : 'failed'
  })
}

/** Forgets it; an answer that is still under way is dropped. */
export function clearProfile(): void {
  profileTurn++
  shownProfile.value = undefined
  profileIs.value = 'idle'
  profileFailed.value = undefined
}
