import { useEffect, useRef } from 'react'
import { LOCALES } from '../../../contract/locales.ts'
import { locale, t } from '../../../i18n/index.ts'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import css from './Keyboard.module.css'
import { type Key, LAYOUTS, numericPad, type Row, type SpecialKey, SYMBOLS, shifted } from './layouts.ts'
import {
  changeLanguage,
  field,
  language,
  pressShift,
  releaseShift,
  setField,
  setSymbols,
  shift,
  symbols,
} from './state.ts'
import {
  deleteBack,
  type Field,
  hasNextField,
  isNumericField,
  moveCaret,
  pressEnter,
  typeText,
} from './text-input.ts'

/** A held key begins to repeat after HOLD_MS, then repeats every REPEAT_MS. */
const HOLD_MS = 450
const REPEAT_MS = 60

/** The actions of the keys that type no letter. */
const DOES: Readonly<Record<SpecialKey, (into: Field) => void>> = {
  shift: pressShift,
  back: deleteBack,
  space: (into) => typeText(into, ' '),
  enter(into) {
    if (pressEnter(into)) into.blur()
  },
  symbols: () => setSymbols(true),
  letters: () => setSymbols(false),
  language: changeLanguage,
  left: (into) => moveCaret(into, 'left'),
  right: (into) => moveCaret(into, 'right'),
  hide(into) {
    into.blur()
    setField(undefined)
  },
}
const REPEATS: readonly SpecialKey[] = ['back', 'left', 'right', 'space']

const SYMBOLS_FACE = '?&1'

function Face({ does, into }: { does: SpecialKey; into: Field }) {
  if (does === 'shift') return <ShiftIcon />
  if (does === 'back') return <BackspaceIcon />
  if (does === 'left' || does === 'right') return <CaretIcon to={does} />
  if (does === 'hide') return <HideIcon />
  if (does === 'enter') {
    const next = hasNextField(into)
    return (
      <>
        {t(next ? 'kiosk.keyNext' : 'kiosk.keyDone')} {next ? <NextIcon /> : <EnterIcon />}
      </>
    )
  }
  if (does === 'language') {
    return (
      <>
        <LanguageIcon /> {LAYOUTS[language.value].language}
      </>
    )
  }
  if (does === 'space') return null
  return does === 'symbols' ? SYMBOLS_FACE : LAYOUTS[language.value].letters
}

/** What a key with a function is called: by what it shows, if that is text. */
function nameOf(does: SpecialKey): string | undefined {
  // Its words say it.
  if (does === 'enter') return undefined
  const { language: code, letters } = LAYOUTS[language.value]
  const shown = { language: code, letters, symbols: SYMBOLS_FACE }[does as string]
  return [shown, t(`kiosk.key.${does}`)].filter(Boolean).join(' ')
}

/** One key. It acts on pointerdown and leaves the focus in the text field. */
function KeyButton({ of, into }: { of: Key; into: Field }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const does = 'does' in of ? of.does : undefined
  const letter =
    'letter' in of ? (shift.value === 'off' ? of.letter : shifted(of.letter, language.value)) : ''
  const act = () => {
    if (does) DOES[does](into)
    else {
      typeText(into, letter)
      releaseShift()
    }
  }
  const press = () => {
    act()
    if (!does || !REPEATS.includes(does)) return
    const again = () => {
      act()
      timer.current = setTimeout(again, REPEAT_MS)
    }
    stop()
    timer.current = setTimeout(again, HOLD_MS)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.key}
      data-does={does}
      // Its words and their arrow run as the page does.
      dir={does === 'enter' ? LOCALES[locale.value].dir : undefined}
      data-shift={does === 'shift' ? shift.value : undefined}
      aria-label={does ? nameOf(does) : letter}
      aria-pressed={does === 'shift' ? shift.value !== 'off' : undefined}
      onPointerDown={(event) => {
        event.preventDefault()
        if (event.button === 0) press()
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      // `detail` is 0 when a screen reader or another assistive tool clicks without a pointer.
      onClick={(event) => event.detail === 0 && act()}
    >
      {does ? <Face does={does} into={into} /> : letter}
    </button>
  )
}

function rowsFor(into: Field): readonly Row[] {
  if (isNumericField(into)) return numericPad(LOCALES[locale.value].decimal)
  return symbols.value ? SYMBOLS : LAYOUTS[language.value].rows
}

/** The on-screen keyboard of the focused text field; hidden without one. */
export function Keyboard() {
  const into = field.value
  if (!into) return null
  const digits = isNumericField(into)
  return (
    <fieldset
      className={css.keyboard}
      aria-label={t(digits ? 'kiosk.pad' : 'kiosk.keyboard')}
      // Keyboards run from left to right in every language.
      dir="ltr"
      data-pad={digits ? '' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => event.preventDefault()}
    >
      {!digits && (
        <button
          type="button"
          tabIndex={-1}
          className={css.hide}
          aria-label={t('kiosk.key.hide')}
          onClick={() => DOES.hide(into)}
        >
          <HideIcon />
        </button>
      )}
      {rowsFor(into).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and none moves
        <div className={css.row} key={at}>
          {row.map((of) => (
            <KeyButton key={'does' in of ? of.does : of.letter} of={of} into={into} />
          ))}
        </div>
      ))}
    </fieldset>
  )
}

const ShiftIcon = () => <LineIcon d="M12 4 4.5 12H9v7h6v-7h4.5Z" />
const BackspaceIcon = () => (
  <LineIcon d="M9 6h9.5A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5H9l-6-6 6-6Zm3 3.8 4.4 4.4m0-4.4L12 14.2" />
)
const EnterIcon = () => <LineIcon d="m5 12.5 4.5 4.5L19 7.5" />
const NextIcon = () => <LineIcon mirrors d="M5 12h14m-5.5-5.5L19 12l-5.5 5.5" />
const HideIcon = () => (
  <LineIcon d="M4.5 5h15v8h-15Zm3 2.7h.1m2.9 0h.1m2.9 0h.1m2.9 0h.1M9 10.3h6m-6 6.2 3 3 3-3" />
)
const LanguageIcon = () => (
  <LineIcon d="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0c-4.5 4.5-4.5 11.5 0 16 4.5-4.5 4.5-11.5 0-16ZM4.3 10h15.400M4.3 14h15.4" />
)
const CaretIcon = ({ to }: { to: 'left' | 'right' }) => (
  <LineIcon d={to === 'left' ? 'm14.5 6-6 6 6 6' : 'm9.5 6 6 6-6 6'} />
)
