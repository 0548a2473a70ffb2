import { useSignal } from '@preact/signals-react'
import { type ClipboardEvent, type FormEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { tryPin } from './actions.ts'
import { CheckIcon, DeleteIcon } from './icons.tsx'
import css from './PinForm.module.css'
import { digitsOf } from './pin.ts'
import type { Lock } from './state.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

interface Props {
  lock: Lock
  leaving: boolean
}

/**
 * Accepts the PIN from the pad, a keyboard or the clipboard. The field keeps the focus; the soft keyboard
 * stays closed.
 */
export function PinForm({ lock, leaving }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const pin = useSignal('')
  /**
   * The number of digits entered with the pad, announced because a screen reader does not read the masked
   * field.
   */
  const tapped = useSignal<number | undefined>(undefined)
  const busy = lock.status === 'checking' && !leaving
  const idle = !busy && !leaving
  const left = lock.status === 'refused' ? lock.left : undefined

  useLayoutEffect(() => {
    if (left === undefined) return
    pin.value = ''
    tapped.value = undefined
    shake(form.current?.querySelector('input')?.parentElement)
  }, [left, pin, tapped])

  // A physical keyboard types into the field wherever the focus is.
  useLayoutEffect(() => {
    const handleKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      const isPinKey =
        ctrlKey || metaKey ? key === 'v' : key === 'Backspace' || (key.length === 1 && digitsOf(key))
      if (isPinKey) form.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', handleKey, true)
    return () => document.removeEventListener('keydown', handleKey, true)
  }, [])

  const setPin = (text: string) => {
    if (idle) pin.value = digitsOf(text)
  }
  const tap = (next: string) => {
    setPin(next)
    tapped.value = pin.peek().length
  }
  const input = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    setPin(currentTarget.value)
    // Also if the signal is unchanged: a rejected letter must not appear as a dot.
    currentTarget.value = pin.peek()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (idle && pin.peek()) void tryPin(pin.peek())
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    setPin(pin.peek() + digitsOf(event.clipboardData.getData('text')))
  }

  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={submit}
      onPaste={paste}
      // A tap on the pad leaves the focus in the field, so that Enter submits the PIN.
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
        // Password managers then neither save nor fill it.
        autoComplete="one-time-code"
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
        {idle && tapped.value !== undefined && plural('lock.typed', tapped.value)}
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

/** Shakes the field after a wrong PIN. */
function shake(element: HTMLElement | null | undefined): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element?.animate?.({ translate: ['0', '-10px', '8px', '-5px', '3px', '0'] }, 320)
}
