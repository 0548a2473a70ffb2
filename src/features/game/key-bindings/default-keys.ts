import type { KeyAction } from '../../../contract/settings-play.ts'

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
