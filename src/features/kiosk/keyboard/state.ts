import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import { type Locale, locale } from '../../../i18n/index.ts'
import { nextLanguage } from './layouts.ts'
import type { Field } from './text-input.ts'

/** `once`: for the next letter only; `lock`: until shift is pressed again. */
export type Shift = 'off' | 'once' | 'lock'

const fieldSignal = signal<Field | undefined>(undefined)
const shiftSignal = signal<Shift>('off')
const symbolsSignal = signal(false)
const languageSignal = signal<Locale>('tr')

/** The text field that receives the keys; undefined while the keyboard is hidden. */
export const field: ReadonlySignal<Field | undefined> = fieldSignal
export const shift: ReadonlySignal<Shift> = shiftSignal
export const symbols: ReadonlySignal<boolean> = symbolsSignal
/**
 * The language of the keys: the page's, until the player changes it with the language key. A user name, an
 * e-mail address or a password begins with Latin letters.
 */
export const language: ReadonlySignal<Locale> = languageSignal

const LATIN = /^(username|email|.+-password)$/
const latinLocale = (): Locale => (locale.peek() === 'ar' ? 'en' : locale.peek())

/** Shows the keyboard for a field, or hides it (undefined). */
export function setField(next: Field | undefined): void {
  if (next === fieldSignal.peek()) return
  batch(() => {
    fieldSignal.value = next
    shiftSignal.value = 'off'
    symbolsSignal.value = false
    if (next) languageSignal.value = LATIN.test(next.autocomplete) ? latinLocale() : locale.peek()
  })
}

/** Cycles through off, once and lock. */
export function pressShift(): void {
  shiftSignal.value = ({ off: 'once', once: 'lock', lock: 'off' } as const)[shiftSignal.peek()]
}

/** Ends a shift for one letter after that letter. */
export function releaseShift(): void {
  if (shiftSignal.peek() === 'once') shiftSignal.value = 'off'
}

export function setSymbols(next: boolean): void {
  symbolsSignal.value = next
}

export function changeLanguage(): void {
  batch(() => {
    languageSignal.value = nextLanguage(languageSignal.peek())
    symbolsSignal.value = false
  })
}
