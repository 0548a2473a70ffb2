import { type Signal, useComputed, useSignal } from '@preact/signals-react'
import { type FormEvent, useEffect } from 'react'
import { Code } from '../../contract/codes.ts'
import { session } from '../../core/session/state.ts'
import { failureText, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EyeIcon, EyeOffIcon } from '../../ui/eye-icons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CheckIcon, WarnIcon } from './icons.tsx'
import { Notice } from './Notice.tsx'
import css from './PasswordForm.module.css'
import { changePassword } from './profile/actions.ts'
import { clearPasswordChange, minPassword, passwordChange } from './state.ts'
import { strengthOf } from './strength.ts'

export const PASSWORD_ID = 'old-password'
const NEW_ID = 'new-password'
const BARS = [1, 2, 3, 4]
const MOST_LETTERS = 200

/** Shows and hides what is typed. */
function Eye({ shown, show, hide }: { shown: Signal<boolean>; show: string; hide: string }) {
  return (
    <Button
      kind="quiet"
      square
      aria-label={shown.value ? hide : show}
      onClick={() => {
        shown.value = !shown.value
      }}
    >
      {shown.value ? <EyeOffIcon /> : <EyeIcon />}
    </Button>
  )
}

/** How long the new password stands against guessing, in words and in bars. */
function Meter({ password }: { password: string }) {
  const now = session.value
  const known = now.status === 'player' ? [now.user.username, now.user.name, now.user.lastname] : []
  const strength = strengthOf(password, known)
  return (
    <div className={css.meter} data-strength={strength}>
      <div aria-hidden="true">
        {BARS.map((bar) => (
          <i key={bar} data-on={bar <= strength ? '' : undefined} />
        ))}
      </div>
      <p role="status">
        {t('account.strength.label')}: <strong>{t(`account.strength.${strength}`)}</strong>
      </p>
    </div>
  )
}

/** How the last change went, where no field is to blame. */
function Outcome() {
  const now = passwordChange.value
  if (now.status === 'changed') {
    return (
      <Notice kind="good" icon={<CheckIcon />}>
        {t('account.passwordChanged')}
      </Notice>
    )
  }
  const text =
    now.status === 'lost'
      ? t('account.passwordLost')
      : now.status === 'refused' && !fieldOf(now.failure.code)
        ? failureText(now.failure)
        : undefined
  return text ? (
    <Notice kind="bad" icon={<WarnIcon />}>
      {text}
    </Notice>
  ) : null
}

/** The field that a refusal is about. */
function fieldOf(code: number | undefined): 'old' | 'next' | undefined {
  if (code === Code.oldPasswordWrong) return 'old'
  return code === Code.passwordTooShort ? 'next' : undefined
}

/** The old password for a new one. What is typed is kept nowhere but in the fields. */
export function PasswordForm({ username }: { username: string }) {
  const old = useSignal('')
  const next = useSignal('')
  const shown = { old: useSignal(false), next: useSignal(false) }
  const change = passwordChange.value
  const least = minPassword.value
  const short = least !== undefined && next.value !== '' && next.value.length < least
  const filled = useComputed(() => old.value !== '' && next.value !== '')
  useEffect(() => clearPasswordChange, [])

  const blamed = change.status === 'refused' ? fieldOf(change.failure.code) : undefined
  const error = (field: 'old' | 'next') => {
    if (field === 'next' && short) return t('account.passwordMin', { min: least })
    return change.status === 'refused' && blamed === field ? failureText(change.failure) : undefined
  }
  const type = (field: Signal<string>) => (event: FormEvent<HTMLInputElement>) => {
    field.value = event.currentTarget.value
    clearPasswordChange()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!filled.peek() || short) return
    await changePassword({ old: old.peek(), next: next.peek() })
    const after = passwordChange.peek()
    if (after.status === 'changed') {
      old.value = ''
      next.value = ''
      shown.old.value = false
      shown.next.value = false
    } else if (after.status === 'refused') {
      const field = fieldOf(after.failure.code)
      if (field) document.getElementById(field === 'old' ? PASSWORD_ID : NEW_ID)?.focus()
    }
  }

  if (change.status === 'absent') {
    return (
      <section className={css.card}>
        <h2>{t('account.changePassword')}</h2>
        <p>{t('account.passwordAbsent')}</p>
      </section>
    )
  }
  const shared = {
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    maxLength: MOST_LETTERS,
    required: true,
  } as const
  return (
    <section className={css.card}>
      <h2>{t('account.changePassword')}</h2>
      <form className={css.form} onSubmit={submit} noValidate>
        {/* For password managers: whose password this is. */}
        <input
          className="quiet-text"
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          {...shared}
          id={PASSWORD_ID}
          name="old-password"
          type={shown.old.value ? 'text' : 'password'}
          label={t('account.oldPassword')}
          autoComplete="current-password"
          value={old.value}
          error={error('old')}
          onInput={type(old)}
          after={<Eye shown={shown.old} show={t('account.showOld')} hide={t('account.hideOld')} />}
        />
        <TextField
          {...shared}
          id={NEW_ID}
          name="new-password"
          type={shown.next.value ? 'text' : 'password'}
          label={t('account.newPassword')}
          autoComplete="new-password"
          minLength={least}
          value={next.value}
          error={error('next')}
          onInput={type(next)}
          after={<Eye shown={shown.next} show={t('account.showNew')} hide={t('account.hideNew')} />}
        />
        <Meter password={next.value} />
        <div role="alert">
          <Outcome />
        </div>
        <Button
          type="submit"
          kind="primary"
          disabled={!filled.value || short}
          busy={change.status === 'busy'}
        >
          {t(change.status === 'busy' ? 'account.savingPassword' : 'account.savePassword')}
        </Button>
      </form>
    </section>
  )
}
