import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { KeyAction } from '../../../contract/settings-play.ts'
import { playSettings } from '../../../core/settings/play.ts'

/** The default bindings, by KeyboardEvent.code, which does not depend on the keyboard's layout. */
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

/** The defaults overridden by the operator's `keys`. */
export const keyBindings: ReadonlySignal<Readonly<Record<string, KeyAction>>> = computed(() => ({
  ...DEFAULT_KEYS,
  ...playSettings.value.keys,
}))

const helpOpenSignal = signal(false)

export const helpOpen: ReadonlySignal<boolean> = helpOpenSignal

export function setHelpOpen(shown: boolean): void {
  helpOpenSignal.value = shown
}
