import { signal, useComputed, useSignal, useSignalEffect } from '@preact/signals-react'
import type { FormEvent, ReactNode } from 'react'
import { type Failure, failed } from '../../contract/result.ts'
import { loadActions } from '../../core/session/late.ts'
import { type SessionEnd, session, setSignedOut } from '../../core/session/state.ts'
import { remembers } from '../../core/session/stored-token.ts'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { codeText, failedLocale, failureText, locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { PasswordToggle } from '../../ui/PasswordToggle.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type Lockout, loadLockout } from './late.ts'
import { failureField, isLongEnough, type LoginField, MIN_LENGTH } from './login-fields.ts'

/** The brands whose posters login.css shows behind the form. */
const FLOOR = ['kervan', 'bosfor', 'nar', 'lodos', 'zeytin', 'ocak']

const lockout = signal<Lockout | undefined>(undefined)

/** A prerendered field, which a player may have used before hydration. */
const fieldBefore = (id: string) => globalThis.document?.querySelector<HTMLInputElement>(`input#${id}`)

function endText(end: SessionEnd): string {
  if (!('message' in end)) return t(`session.${end.kind}`)
  // The app's own message is not translated again.
  const message = (end.locale ?? locale.value) === locale.value && end.message
  return (
    (codeText(end.code, end.params) ?? message) ||
    t(`session.${end.kind === 'logout' ? 'logout' : 'unauthorized'}`)
  )
}

/** The login's failure, unless a field shows it; otherwise the reason for the end of the last session. */
function Notice({ failure }: { failure: Failure | undefined }) {
  const current = session.value
  const end = current.status === 'guest' ? current.end : undefined
  const general = failure && !failureField(failure) ? failureText(failure) : undefined
  const texts = failedLocale.value && t('failure.network')
  const text = general ?? (end ? endText(end) : texts)
  return (
    <p
      className="login-notice"
      role="status"
      data-kind={general || (end?.kind !== 'logout' && end?.kind !== 'idle') ? 'bad' : undefined}
    >
      {text}
    </p>
  )
}

/** The values of the login form, its errors and its submit handler. */
function useLoginForm() {
  const texts = {
    username: useSignal(fieldBefore('username')?.value ?? ''),
    password: useSignal(fieldBefore('password')?.value ?? ''),
  }
  const visited = { username: useSignal(false), password: useSignal(false) }
  const remember = useSignal(fieldBefore('remember')?.checked ?? remembers())
  const busy = useSignal(false)
  const failure = useSignal<Failure | undefined>(undefined)
  // Hydration does not update attributes: the first render must match the prerendered HTML, in which the
  // submit button is off and the password hidden.
  const hydrated = useSignal(false)
  const shown = useSignal(false)
  useSignalEffect(() => {
    hydrated.value = true
    shown.value = fieldBefore('password')?.type === 'text'
  })
  const valid = useComputed(
    () => isLongEnough('username', texts.username.value) && isLongEnough('password', texts.password.value),
  )

  const lockedOut = useComputed(() => !!lockout.value?.isLockedOut(texts.username.value))

  const error = (field: LoginField, label: string) => {
    const name = texts.username.value
    const locked = field === 'username' && lockedOut.value && lockout.value
    if (locked) return <locked.LockoutMessage key={name} username={name} />
    const current = failure.value
    if (current && failureField(current) === field) return failureText(current)
    const text = texts[field].value
    return visited[field].value && !isLongEnough(field, text)
      ? (text ? '' : `${label}: `) + t('login.tooShort')
      : undefined
  }
  const fieldProps = (field: LoginField, label: string) => ({
    label,
    id: field,
    name: field,
    minLength: MIN_LENGTH,
    value: texts[field].value,
    error: error(field, label),
    onInput: (event: FormEvent<HTMLInputElement>) => {
      texts[field].value = event.currentTarget.value
      visited[field].value &&= !!event.currentTarget.value
      failure.value = undefined
    },
    onBlurCapture: () => {
      visited[field].value ||= !!texts[field].value
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.peek() || lockedOut.peek()) return
    if (!valid.peek()) {
      visited.username.value = visited.password.value = true
      document
        .getElementById(isLongEnough('username', texts.username.peek()) ? 'password' : 'username')
        ?.focus()
      return
    }
    busy.value = true
    failure.value = undefined
    // The reason for the end of the last login is of another player, or is over.
    setSignedOut()
    const username = texts.username.peek()
    const credentials = { username, password: texts.password.peek(), remember: remember.peek() }
    // If its code fails to load, the login counts as failed, and the form stays usable.
    const result = await loadActions()
      .then(({ login }) => login(credentials))
      .catch(() => failed('network'))
    if (!result.ok) {
      const lockoutModule = result.error.code ? await loadLockout().catch(() => undefined) : undefined
      if (lockoutModule?.applyRefusal(result.error, username)) lockout.value = lockoutModule
      else failure.value = result.error
    }
    busy.value = false
  }
  return {
    fieldProps,
    submit,
    remember,
    shown,
    busy,
    failure,
    canSubmit: hydrated.value && valid.value,
    isLockedOut: lockedOut.value,
  }
}

function LoginForm() {
  const { fieldProps, submit, remember, shown, busy, failure, canSubmit, isLockedOut } = useLoginForm()
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <h1>{t('login.title')}</h1>
      <Notice failure={failure.value} />
      <TextField
        {...fieldProps('username', t('login.username'))}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        maxLength={100}
        required
      />
      <TextField
        {...fieldProps('password', t('login.password'))}
        type={shown.value ? 'text' : 'password'}
        autoComplete="current-password"
        spellCheck="false"
        maxLength={200}
        required
        after={<PasswordToggle label={t('login.show')} shown={shown} />}
      />
      <div className="login-row">
        <label className="check">
          <input
            id="remember"
            type="checkbox"
            checked={remember.value}
            onInput={(event) => {
              remember.value = event.currentTarget.checked
            }}
          />
          {t('login.remember')}
        </label>
        <InfoLink page="password-reset">{t('login.forgot')}</InfoLink>
      </div>
      {/* A press before both texts are valid says what is missing. */}
      <Button type="submit" kind="primary" disabled={!canSubmit || isLockedOut} busy={busy.value}>
        {t(busy.value ? 'login.busy' : 'login.submit')}
      </Button>
      <PlayerProtectionLink />
    </form>
  )
}

/** The build prerenders this page into index.html; the app hydrates it. */
export function LoginPage() {
  return (
    <div className="login">
      <header className="login-stage">
        <Logo />
        <p>{t('login.lead')}</p>
        <div className="login-floor" aria-hidden="true">
          {FLOOR.map((brand) => (
            <i key={brand} data-brand={brand} />
          ))}
        </div>
      </header>
      <main className="login-panel">
        <LoginForm />
        <LanguageSwitch names />
      </main>
    </div>
  )
}

/** A link to an information page. A plain link works before any script and needs few bytes. */
function InfoLink({ page, children }: { page: string; children: ReactNode }) {
  return (
    <a
      className="button"
      data-kind="quiet"
      // The path from PAGES, whose module this screen does not load.
      href={`/${page}.html#${locale.value}`}
      target="_blank"
      rel="noopener"
    >
      {children}
    </a>
  )
}

/** The link that each login screen must show. */
const PlayerProtectionLink = () => (
  <InfoLink page="player-protection-information">{t('login.playerProtection')}</InfoLink>
)
