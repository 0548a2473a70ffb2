import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { LinkQuestion } from '../../../contract/phone-login.ts'
import type { Failure } from '../../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'

/**
 * The confirmation of a login at a kiosk. `code`: the field, with the code that a lost answer leaves in it;
 * `isLost`: the answer to the decision was lost, and the code is no longer open. `asked` with a `failure`:
 * the decision has not arrived.
 */
export type Link =
  | { readonly status: 'code'; readonly failure?: Failure; readonly code?: string; readonly isLost?: true }
  | { readonly status: 'busy' }
  | {
      readonly status: 'asked'
      readonly code: string
      readonly question: LinkQuestion
      readonly failure?: Failure
    }
  | { readonly status: 'confirmed' | 'refused' }

const linkSignal = signal<Link>({ status: 'code' })
const requests = createLoginLatest()

export const link: ReadonlySignal<Link> = linkSignal

/** Begins a request; pass its mark to `applyLink`. */
export function beginLinkRequest(): Mark {
  linkSignal.value = { status: 'busy' }
  return requests.begin()
}

/** Applies an answer. A stale one, of a page that was left or of a login that has ended, is dropped. */
export function applyLink(mark: Mark, next: Link): void {
  if (!requests.isStale(mark)) linkSignal.value = next
}

/** Forgets the code, and drops the answer to a pending request. */
export function resetLink(): void {
  requests.invalidate()
  linkSignal.value = { status: 'code' }
}

onSessionEnd(resetLink)
