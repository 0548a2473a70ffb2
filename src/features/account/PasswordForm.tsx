import { useComputed, useSignal } from '@preact/signals-react'
import { type FormEvent, useEffect } from 'react'
import { Code } from '../../contract/codes.ts'
import { passwordLength } from '../../contract/password-length.ts'
import { session } from '../../core/session/state.ts'
import { failureText, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordToggle } from '../../ui/PasswordToggle.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CheckIcon, WarnIcon } from './icons.tsx'
import { Notice } from './Notice.tsx'
import css from './PasswordForm.module.css'
import pageCss from './ProfilePage.module.css'
import { strengthOf } from './password-strength.ts'
import { changePassword } from './profile/actions.ts'
import { clearPasswordChange, minPassword, passwordChange } from './state.ts'

export const PASSWORD_ID = 'old-password'
const NEW_ID = 'new-password'
const FIELD_IDS = { old: PASSWORD_ID, next: NEW_ID }
type PasswordFieldName = keyof typeof FIELD_IDS

const BARS = [1, 2, 3, 4]
const MAX_PASSWORD_LENGTH = 200

/** The estimated strength of the new password, as text and as bars. */
function StrengthMeter({ password }: { password: string }) {
  const current = session.value
  const known =
    current.status === 'player' ? [current.user.username, current.user.name, current.user.lastname] : []
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

/** The outcome of the last change, unless a field shows it. */
function Outcome() {
  const change = passwordChange.value
  if (change.status === 'changed') {
    return (
      <Notice kind="good" icon={<CheckIcon />}>
        {t('account.passwordChanged')}
      </Notice>
    )
  }
  const text =
    change.status === 'lost'
      ? t('account.passwordLost')
      : change.status === 'refused' && !fieldOf(change.failure.code)
        ? failureText(change.failure)
        : undefined
  return text ? (
    <Notice kind="bad" icon={<WarnIcon />}>
      {text}
    </Notice>
  ) : null
}

/** The field that a refusal concerns. */
function fieldOf(code: number | undefined): PasswordFieldName | undefined {
  if (code === Code.oldPasswordWrong) return 'old'
  return code === Code.passwordTooShort || code === Code.passwordTooCommon ? 'next' : undefined
}

interface PasswordFieldProps {
  name: PasswordFieldName
  label: string
  showLabel: string
  form: PasswordFormState
}

/** One password field, with a button that shows the password. */
function PasswordField({ name, label, showLabel, form }: PasswordFieldProps) {
  const shown = form.shown[name]
  const id = FIELD_IDS[name]
  return (
    <TextField
      id={id}
      name={id}
      type={shown.value ? 'text' : 'password'}
      label={label}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck="false"
      autoComplete={name === 'old' ? 'current-password' : 'new-password'}
      minLength={name === 'next' ? minPassword.value : undefined}
      maxLength={MAX_PASSWORD_LENGTH}
      required
      value={form.values[name].value}
      error={form.error(name)}
      onInput={({ currentTarget }: FormEvent<HTMLInputElement>) => {
        form.values[name].value = currentTarget.value
        clearPasswordChange()
      }}
      after={<PasswordToggle label={showLabel} shown={shown} />}
    />
  )
}

type PasswordFormState = ReturnType<typeof usePasswordForm>

/** The form's values, errors and submit handler. The passwords are stored nowhere else. */
function usePasswordForm() {
  const values = { old: useSignal(''), next: useSignal('') }
  const shown = { old: useSignal(false), next: useSignal(false) }
  const change = passwordChange.value
  const min = minPassword.value
  const length = passwordLength(values.next.value)
  const tooShort = min !== undefined && length > 0 && length < min
  const filled = useComputed(() => values.old.value !== '' && values.next.value !== '')
  useEffect(() => clearPasswordChange, [])

  const error = (name: PasswordFieldName) => {
    if (name === 'next' && tooShort) return t('account.passwordMin', { min })
    const isRefused = change.status === 'refused' && fieldOf(change.failure.code) === name
    return isRefused ? failureText(change.failure) : undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!filled.peek() || tooShort) return
    await changePassword({ old: values.old.peek(), next: values.next.peek() })
    const outcome = passwordChange.peek()
    if (outcome.status === 'changed') {
      for (const name of ['old', 'next'] as const) {
        values[name].value = ''
        shown[name].value = false
      }
    } else if (outcome.status === 'refused') {
      const name = fieldOf(outcome.failure.code)
      if (name) document.getElementById(FIELD_IDS[name])?.focus()
    }
  }
  return { values, shown, error, submit, canSubmit: filled.value && !tooShort }
}

/** Changes the password, if the server offers the call. */
export function PasswordForm({ username }: { username: string }) {
  const form = usePasswordForm()
  const { status } = passwordChange.value
  return (
    <section className={pageCss.card}>
      <h2>{t('account.changePassword')}</h2>
      {status === 'absent' ? (
        <p>{t('account.passwordAbsent')}</p>
      ) : (
        <form className={css.form} onSubmit={form.submit} noValidate>
          {/* Tells password managers which account the password belongs to. */}
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
          <PasswordField
            name="old"
            label={t('account.oldPassword')}
            showLabel={t('account.showOld')}
            form={form}
          />
          <PasswordField
            name="next"
            label={t('account.newPassword')}
            showLabel={t('account.showNew')}
            form={form}
          />
          <StrengthMeter password={form.values.next.value} />
          <div role="alert">
            <Outcome />
          </div>
          <Button type="submit" kind="primary" disabled={!form.canSubmit} busy={status === 'busy'}>
            {t(status === 'busy' ? 'account.savingPassword' : 'account.savePassword')}
          </Button>
        </form>
      )}
    </section>
  )
}
