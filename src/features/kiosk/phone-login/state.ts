import { type ReadonlySignal, signal } from '@preact/signals-react'
import { inOneLine } from '../../../contract/one-line.ts'
import { MAX_SCREEN_NAME } from '../../../contract/phone-login.ts'
import type { Failure } from '../../../contract/result.ts'
import { takeParameter } from '../../../contract/take-parameter.ts'
import { read, write } from '../../../core/storage/storage.ts'

/** The dialog. `ended`: the player refused, or the code's time is over. */
export type PhoneLogin =
  | { readonly status: 'closed' | 'loading' }
  | { readonly status: 'shown'; readonly code: string; readonly left: number }
  | { readonly status: 'ended'; readonly why: 'refused' | 'over' }
  | { readonly status: 'failed'; readonly failure: Failure }

const phoneLoginSignal = signal<PhoneLogin>({ status: 'closed' })

export const phoneLogin: ReadonlySignal<PhoneLogin> = phoneLoginSignal

export function setPhoneLogin(next: PhoneLogin): void {
  phoneLoginSignal.value = next
}

const SCREEN_KEY = 'reelcast.kiosk-screen'

/**
 * The screen's name from `?kiosk=Screen 4` of the address at which the page was opened, also after a reload.
 * It is in one line, without the half of a character that is cut at its end.
 */
export function screenName(): string {
  const [opened] = performance.getEntriesByType('navigation')
  const given = opened && takeParameter(new URL(opened.name), 'kiosk')
  if (given) write('session', SCREEN_KEY, inOneLine(given.slice(0, MAX_SCREEN_NAME)))
  return read('session', SCREEN_KEY) ?? ''
}
