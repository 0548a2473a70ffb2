import { signal, useComputed, useSignal, useSignalEffect } from '@preact/signals-react'
import type { FormEvent } from 'react'
import type { Failure } from '../../contract/result.ts'
import { type SessionEnd, session } from '../../core/session/state.ts'
import { remembers } from '../../core/session/stored-token.ts'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { codeText, failureText, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EyeIcon, EyeOffIcon } from '../../ui/eye-icons.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { failureField, isLongEnough, type LoginField, MIN_LENGTH } from './form.ts'
import { PlayerProtectionLink } from './PlayerProtectionLink.tsx'

/** The machines that stand on the floor behind the form; their pictures are in login.css. */
const ROW = ['kervan', 'bosfor', 'nar', 'lodos', 'zeytin', 'ocak']

/** Names that nobody may log in with for a while; there once the server told of one. */
const blocks = signal<typeof import('./login-lockout.tsx') | undefined>(undefined)

/** What somebody typed into the page before its script came. */
function typed(id: string): string {
  if (typeof document === 'undefined') return ''
  const field = document.getElementById(id)
  return field instanceof HTMLInputElement ? field.value : ''
}

function endText(end: SessionEnd): string {
  if (end.kind === 'told') return codeText(end.code, end.params) ?? (end.message || t('ended.unauthorized'))
  return t(`ended.${end.kind}`)
}

/** Why the last session ended, or why the login did not work where no field is to blame. */
function Notice({ failure }: { failure: Failure | undefined }) {
  const now = session.value
  const end = now.status === 'guest' ? now.end : undefined
  const general = failure && !failureField(failure) ? failureText(failure) : undefined
  const text = general ?? (end && !failure ? endText(end) : undefined)
  return (
    <p
      className="login-notice"
      role="status"
      data-kind={general || end?.kind !== 'logout' ? 'bad' : undefined}
    >
      {text}
    </p>
  )
}

function LoginForm() {
  const texts = { username: useSignal(typed('username')), password: useSignal(typed('password')) }
  const left = { username: useSignal(false), password: useSignal(false) }
  const remember = useSignal(remembers())
  const shown = useSignal(false)
  const busy = useSignal(false)
  const failure = useSignal<Failure | undefined>(undefined)
  // Taking over a page leaves its attributes as they are: the button is drawn as it was made, and then set right.
  const taken = useSignal(false)
  useSignalEffect(() => {
    taken.value = true
  })
  const valid = useComputed(
    () => isLongEnough('username', texts.username.value) && isLongEnough('password', texts.password.value),
  )

  const blocked = useComputed(() => !!blocks.value?.isLockedOut(texts.username.value))

  const error = (field: LoginField) => {
    const name = texts.username.value
    const block = field === 'username' && blocked.value && blocks.value
    if (block) return <block.LockoutMessage key={name} username={name} />
    const refused = failure.value
    if (refused && failureField(refused) === field) return failureText(refused)
    const text = texts[field].value
    return left[field].value && text && !isLongEnough(field, text) ? t('login.tooShort') : undefined
  }
  const fieldProps = (field: LoginField) => ({
    id: field,
    name: field,
    minLength: MIN_LENGTH,
    value: texts[field].value,
    error: error(field),
    onInput: (event: FormEvent<HTMLInputElement>) => {
      texts[field].value = event.currentTarget.value
      failure.value = undefined
    },
    onBlur: () => {
      left[field].value = true
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid.peek() || busy.peek() || blocked.peek()) return
    busy.value = true
    failure.value = undefined
    const { login } = await import('../../core/session/actions.ts')
    const username = texts.username.peek()
    const result = await login({ username, password: texts.password.peek(), remember: remember.peek() })
    if (!result.ok) {
      const refusals = result.error.code
        ? await import('./login-lockout.tsx').catch(() => undefined)
        : undefined
      if (refusals?.applyRefusal(result.error, username)) blocks.value = refusals
      else failure.value = result.error
    }
    busy.value = false
  }

  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <h1>{t('login.title')}</h1>
      <Notice failure={failure.value} />
      <TextField
        {...fieldProps('username')}
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        required
      />
      <TextField
        {...fieldProps('password')}
        type={shown.value ? 'text' : 'password'}
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={200}
        required
        after={
          <Button
            kind="quiet"
            square
            aria-label={t(shown.value ? 'login.hide' : 'login.show')}
            onClick={() => {
              shown.value = !shown.value
            }}
          >
            {shown.value ? <EyeOffIcon /> : <EyeIcon />}
          </Button>
        }
      />
      <label className="check">
        <input
          type="checkbox"
          checked={remember.value}
          onInput={(event) => {
            remember.value = event.currentTarget.checked
          }}
        />
        {t('login.remember')}
      </label>
      <Button
        type="submit"
        kind="primary"
        disabled={!taken.value || !valid.value || blocked.value}
        busy={busy.value}
      >
        {t(busy.value ? 'login.busy' : 'login.submit')}
      </Button>
      <PlayerProtectionLink />
    </form>
  )
}

/** The first thing anybody sees. Drawn into index.html at build time, and taken over by the script as it stands. */
export function LoginPage() {
  return (
    <div className="login">
      <header className="login-stage">
        <Logo />
        <p>{t('login.lead')}</p>
        <div className="login-floor" aria-hidden="true">
          {ROW.map((brand) => (
            <i key={brand} data-brand={brand} />
          ))}
        </div>
      </header>
      <main className="login-panel">
        <LoginForm />
      </main>
      <LanguageSwitch all />
    </div>
  )
}
