import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LinkQuestion } from '../../../contract/phone-login.ts'
import type { Failure } from '../../../contract/result.ts'
import { onSessionEnd } from '../../../core/session/state.ts'

/** The confirmation of a login at a kiosk. */
export type Link =
  | { readonly status: 'code'; readonly failure?: Failure }
  | { readonly status: 'busy' }
  | { readonly status: 'asked'; readonly code: string; readonly question: LinkQuestion }
  | { readonly status: 'confirmed' | 'refused' }

const linkSignal = signal<Link>({ status: 'code' })

export const link: ReadonlySignal<Link> = linkSignal

export function setLink(next: Link): void {
  linkSignal.value = next
}

onSessionEnd(() => batch(() => setLink({ status: 'code' })))
