import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import { type Locale, locale } from '../../../i18n/index.ts'
import { nextLanguage } from './layouts.ts'
import type { Field } from './text-input.ts'

/** `once`: for one letter; `lock`: until it is pressed again. */
export type Shift = 'off' | 'once' | 'lock'

const at = signal<Field | undefined>(undefined)
const shiftIs = signal<Shift>('off')
const symbolsOn = signal(false)
const chosen = signal<Locale>('tr')

/** The field that is typed into; undefined while the keyboard is away. */
export const field: ReadonlySignal<Field | undefined> = at
export const shift: ReadonlySignal<Shift> = shiftIs
export const symbols: ReadonlySignal<boolean> = symbolsOn
/** Whose letters are on the keys: the page's language, until somebody wants another's. */
export const language: ReadonlySignal<Locale> = chosen

/** Shows the keyboard for a field, or (undefined) takes it away. */
export function typeInto(next: Field | undefined): void {
  if (next === at.peek()) return
  batch(() => {
    at.value = next
    shiftIs.value = 'off'
    symbolsOn.value = false
    if (next) chosen.value = locale.peek()
  })
}

/** Off, once, locked, off. */
export function pressShift(): void {
  shiftIs.value = ({ off: 'once', once: 'lock', lock: 'off' } as const)[shiftIs.peek()]
}

/** A letter was typed: shift for one letter is over. */
export function letterTyped(): void {
  if (shiftIs.peek() === 'once') shiftIs.value = 'off'
}

export function showSymbols(next: boolean): void {
  symbolsOn.value = next
}

export function changeLanguage(): void {
  batch(() => {
    chosen.value = nextLanguage(chosen.peek())
    symbolsOn.value = false
  })
}
