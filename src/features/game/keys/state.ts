import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { KeyAction } from '../../../contract/settings-play.ts'
import { playSettings } from '../../../core/settings/play.ts'

/** The keys as they come, by KeyboardEvent.code: the place of a key, whatever is printed on it. */
export const DEFAULT_KEYS: Readonly<Record<string, KeyAction>> = {
  Space: 'spin',
  Enter: 'spin',
  NumpadEnter: 'spin',
  ArrowUp: 'stakeUp',
  ArrowDown: 'stakeDown',
  KeyL: 'load',
  KeyC: 'cashOut',
  KeyA: 'autoplay',
  KeyM: 'mute',
  KeyF: 'fullscreen',
  KeyH: 'help',
  Slash: 'help',
}

/** What each key does at this venue: the defaults, with the operator's `keys` on top. */
export const keyBindings: ReadonlySignal<Readonly<Record<string, KeyAction>>> = computed(() => ({
  ...DEFAULT_KEYS,
  ...playSettings.value.keys,
}))

const helpOpenSignal = signal(false)

/** Is the list of keys open? */
export const helpOpen: ReadonlySignal<boolean> = helpOpenSignal

export function setHelpOpen(shown: boolean): void {
  helpOpenSignal.value = shown
}
