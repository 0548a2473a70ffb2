import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { KeyAction } from '../../../contract/settings-play.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { deviceSignal } from '../../../core/storage/device-signal.ts'
import { write } from '../../../core/storage/storage.ts'
import { DEFAULT_KEYS } from './default-keys.ts'

/** Codes of keys that type no character. */
const NO_CHARACTER = /^(Space|Enter|NumpadEnter|Arrow|Page|Home|End|Insert|Delete|F\d)/

const STORED = 'reelcast.letter-keys'
const letterKeysSignal = deviceSignal(STORED, (stored) => stored !== 'off')

/**
 * Whether keys that type a character act (WCAG 2.1.4: whoever speaks to the computer may type them unawares).
 * The player's choice, stored on the device.
 */
export const letterKeys: ReadonlySignal<boolean> = letterKeysSignal

export function toggleLetterKeys(): void {
  letterKeysSignal.value = !letterKeysSignal.peek()
  write('local', STORED, letterKeysSignal.peek() ? undefined : 'off')
}

/** The defaults overridden by the operator's `keys`, without those that the player has switched off. */
export const keyBindings: ReadonlySignal<Readonly<Record<string, KeyAction>>> = computed(() =>
  Object.fromEntries(
    Object.entries({ ...DEFAULT_KEYS, ...playSettings.value.keys }).filter(
      ([code]) => letterKeys.value || NO_CHARACTER.test(code),
    ),
  ),
)

const helpOpenSignal = signal(false)

export const helpOpen: ReadonlySignal<boolean> = helpOpenSignal

export function setHelpOpen(shown: boolean): void {
  helpOpenSignal.value = shown
}
