import { useSignal } from '@preact/signals-react'
import { type ClipboardEvent, type FormEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { tryPin } from './actions.ts'
import { CheckIcon, DeleteIcon } from './icons.tsx'
import css from './PinForm.module.css'
import { digitsOf } from './pin.ts'
import type { Lock } from './state.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

interface Props {
  now: Lock
  leaving: boolean
}

/** The PIN by its pad, by a keyboard or by a paste. The field keeps the focus; no soft keyboard comes. */
export function PinForm({ now, leaving }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const pin = useSignal('')
  /** How many digits the pad has typed so far: a screen reader can not hear them in the field. */
  const tapped = useSignal<number | undefined>(undefined)
  const busy = now.is === 'checking' && !leaving
  const idle = !busy && !leaving
  const left = now.is === 'refused' ? now.left : undefined

  useLayoutEffect(() => {
    if (left === undefined) return
    pin.value = ''
    tapped.value = undefined
    shake(form.current?.querySelector('input')?.parentElement)
  }, [left, pin, tapped])

  // A keyboard writes into the field wherever the focus is.
  useLayoutEffect(() => {
    const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      const wanted =
        ctrlKey || metaKey ? key === 'v' : key === 'Backspace' || (key.length === 1 && digitsOf(key))
      if (wanted) form.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])

  const put = (text: string) => {
    if (idle) pin.value = digitsOf(text)
  }
  const tap = (next: string) => {
    put(next)
    tapped.value = pin.peek().length
  }
  const input = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    put(currentTarget.value)
    // Also when the signal stays as it was: a letter is not to be seen as a dot.
    currentTarget.value = pin.peek()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (idle && pin.peek()) void tryPin(pin.peek())
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    put(pin.peek() + digitsOf(event.clipboardData.getData('text')))
  }

  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={submit}
      onPaste={paste}
      // A tap on a key leaves the focus in the field, so that Enter sends the PIN.
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      <TextField
        id="lock-pin"
        label={t('lock.pin')}
        placeholder={t('lock.pin')}
        dir="ltr"
        type="password"
        inputMode="none"
        // Neither a password to be saved, nor one to be filled in.
        autoComplete="one-time-code"
        autoFocus
        readOnly={!idle}
        value={pin.value}
        error={
          left === undefined || pin.value
            ? undefined
            : t(left > 1 ? 'lock.wrong' : 'lock.wrongLast', { left })
        }
        onInput={input}
      />
      <p className="quiet-text" role="status">
        {busy && t('lock.checking')}
        {idle && tapped.value !== undefined && t('lock.typed', { count: tapped.value })}
      </p>
      <fieldset className={css.pad} dir="ltr" aria-label={t('lock.pad')}>
        {DIGITS.map((digit) => (
          <Key key={digit} digit={digit} onTap={() => tap(pin.peek() + digit)} />
        ))}
        <Button kind="quiet" aria-label={t('lock.delete')} onClick={() => tap(pin.peek().slice(0, -1))}>
          <DeleteIcon />
        </Button>
        <Key digit="0" onTap={() => tap(`${pin.peek()}0`)} />
        <Button type="submit" kind="primary" aria-label={t('lock.ok')} disabled={!pin.value} busy={busy}>
          {!busy && <CheckIcon />}
        </Button>
      </fieldset>
    </form>
  )
}

function Key({ digit, onTap }: { digit: string; onTap: () => void }) {
  return (
    <Button onClick={onTap}>
      <span className="figures">{digit}</span>
    </Button>
  )
}

/** A short no; the reason stands beneath. */
function shake(element: HTMLElement | null | undefined): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element?.animate?.({ translate: ['0', '-10px', '8px', '-5px', '3px', '0'] }, 320)
}
