import { KEY_ACTIONS, type KeyAction } from '../../../contract/settings-play.ts'
import { t } from '../../../i18n/index.ts'

/** What is printed on the keys of this keyboard, by code, where the browser tells (Chromium does). */
export type Layout = ReadonlyMap<string, string>

interface Keyboard {
  getLayoutMap(): Promise<Layout>
}

/** Asks the browser what the keys look like; an empty map where it does not say. */
export async function readLayout(): Promise<Layout> {
  const keyboard = Reflect.get(navigator, 'keyboard') as Keyboard | undefined
  try {
    return (await keyboard?.getLayoutMap()) ?? new Map()
  } catch {
    return new Map()
  }
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: 'Enter ⏎',
  Escape: 'Esc',
  Backspace: '⌫',
  Slash: '/',
  NumpadAdd: '+',
  NumpadSubtract: '−',
  NumpadMultiply: '×',
  NumpadDivide: '÷',
  NumpadDecimal: '.',
  NumpadEnter: 'Enter',
}

/** What stands on a key: by the keyboard's own layout, else by where the key is. */
export function keyLabel(code: string, layout: Layout): string {
  if (code === 'Space') return t('keys.space')
  const printed = layout.get(code)
  if (printed) return printed.toLocaleUpperCase()
  const numpad = /^Numpad(.+)$/.exec(code)?.[1]
  if (numpad) return t('keys.numpad', { key: SYMBOLS[code] ?? numpad })
  return SYMBOLS[code] ?? code.replace(/^(Key|Digit)/, '')
}

/** Every action that some key does, in the order of KEY_ACTIONS, with the codes of its keys. */
export function codesByAction(map: Readonly<Record<string, KeyAction>>): [KeyAction, string[]][] {
  return KEY_ACTIONS.flatMap((action): [KeyAction, string[]][] => {
    // The two Enter keys are one to people.
    const codes = Object.keys(map).filter(
      (code) => map[code] === action && !(code === 'NumpadEnter' && map.Enter === action),
    )
    return codes.length > 0 ? [[action, codes]] : []
  })
}
