import { KEY_ACTIONS, type KeyAction } from '../../../contract/settings-play.ts'
import { intlLocale, t } from '../../../i18n/index.ts'

/** Labels of the keyboard's keys by code; only Chromium provides them. */
export type Layout = ReadonlyMap<string, string>

interface Keyboard {
  getLayoutMap(): Promise<Layout>
}

/** Reads the keyboard's labels; an empty map where the browser has none. */
export async function readLayout(): Promise<Layout> {
  const keyboard = Reflect.get(navigator, 'keyboard') as Keyboard | undefined
  try {
    return (await keyboard?.getLayoutMap()) ?? new Map()
  } catch {
    return new Map()
  }
}

const SYMBOLS = new Map(
  Object.entries({
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
  }),
)

/** A key's label: from the keyboard's layout, else from its code. */
export function keyLabel(code: string, layout: Layout): string {
  if (code === 'Space') return t('tools.keys.space')
  const printed = layout.get(code)
  if (printed) return printed.toLocaleUpperCase(intlLocale())
  const numpad = /^Numpad(.+)$/.exec(code)?.[1]
  if (numpad) return t('tools.keys.numpad', { key: SYMBOLS.get(code) ?? numpad })
  return SYMBOLS.get(code) ?? code.replace(/^(Key|Digit)/, '')
}

/** Bound actions in the order of KEY_ACTIONS, with their codes. */
export function codesByAction(map: Readonly<Record<string, KeyAction>>): [KeyAction, string[]][] {
  return KEY_ACTIONS.flatMap((action): [KeyAction, string[]][] => {
    // Both Enter keys have the same label.
    const codes = Object.keys(map).filter(
      (code) => map[code] === action && !(code === 'NumpadEnter' && map.Enter === action),
    )
    return codes.length > 0 ? [[action, codes]] : []
  })
}
