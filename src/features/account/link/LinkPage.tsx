import { useSignal } from '@preact/signals-react'
import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react'
import * as v from 'valibot'
import { LinkCode } from '../../../contract/phone-login.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { plainSigns } from '../../../i18n/plain-signs.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { CheckIcon, WarnIcon } from '../icons.tsx'
import { Notice } from '../Notice.tsx'
import pageCss from '../ProfilePage.module.css'
import { decide, readCode, takeCodeOfAddress } from './actions.ts'
import css from './LinkPage.module.css'
import { link, resetLink } from './state.ts'

/** Moves the focus to a part that replaces the focused one, which also has it read out. */
function useFocus<T extends HTMLElement>() {
  const part = useRef<T>(null)
  useLayoutEffect(() => part.current?.focus(), [])
  return part
}

/** On the phone: confirms or refuses a login at a kiosk, whose code was scanned or is typed here. */
export function LinkPage() {
  useEffect(() => {
    const read = () => {
      const code = takeCodeOfAddress()
      if (code && v.is(LinkCode, code)) void readCode(code)
    }
    read()
    // The phone may open the next picture's address in this tab.
    window.addEventListener('hashchange', read)
    return () => {
      window.removeEventListener('hashchange', read)
      resetLink()
    }
  }, [])
  const now = link.value
  return (
    <main className={pageCss.page} data-testid="link">
      <h1>{t('link.title')}</h1>
      <section className={pageCss.card}>
        {now.status === 'busy' && <i className={pageCss.ghost} />}
        {now.status === 'code' && <CodeForm />}
        {now.status === 'asked' && <Question />}
        {(now.status === 'confirmed' || now.status === 'refused') && <Outcome status={now.status} />}
      </section>
    </main>
  )
}

function CodeForm() {
  const now = link.value
  const { failure, isLost, code = '' } = now.status === 'code' ? now : {}
  const text = useSignal(code)
  useLayoutEffect(() => {
    if (failure || isLost) document.getElementById('link-code')?.focus()
  }, [failure, isLost])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (v.is(LinkCode, text.peek())) void readCode(text.peek())
    else document.getElementById('link-code')?.focus()
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {isLost && (
        <div role="alert">
          <Notice kind="bad" icon={<WarnIcon />}>
            {t('link.lost')}
          </Notice>
        </div>
      )}
      <p>{t('link.lead')}</p>
      <TextField
        id="link-code"
        label={t('link.code')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck="false"
        maxLength={20}
        value={text.value}
        error={failure && failureText(failure)}
        onInput={({ currentTarget }: FormEvent<HTMLInputElement>) => {
          text.value = plainSigns(currentTarget.value)
        }}
      />
      <Button type="submit" kind="primary" disabled={!v.is(LinkCode, text.value)}>
        {t('link.next')}
      </Button>
    </form>
  )
}

function Question() {
  const heading = useFocus<HTMLHeadingElement>()
  const now = link.value
  if (now.status !== 'asked') return null
  const { venue, screen } = now.question
  return (
    <div className={css.form}>
      <h2 ref={heading} tabIndex={-1}>
        {t('link.question')}
      </h2>
      <p className={css.venue}>
        <bdi>{venue}</bdi>
        {screen && (
          <>
            {' · '}
            <bdi>{screen}</bdi>
          </>
        )}
      </p>
      <p className={css.code} dir="ltr">
        {now.code
          .toUpperCase()
          .replace(/[\s-]/g, '')
          .replace(/^(.{4})/, '$1-')}
      </p>
      <Notice kind="bad" icon={<WarnIcon />}>
        {t('link.warning')}
      </Notice>
      {now.failure && <p role="alert">{failureText(now.failure)}</p>}
      <div className={css.buttons}>
        <Button kind="primary" onClick={() => decide(true)}>
          {t('link.accept')}
        </Button>
        <Button onClick={() => decide(false)}>{t('link.refuse')}</Button>
      </div>
    </div>
  )
}

function Outcome({ status }: { status: 'confirmed' | 'refused' }) {
  const part = useFocus<HTMLDivElement>()
  return (
    <div ref={part} role="status" tabIndex={-1}>
      <Notice kind="good" icon={<CheckIcon />}>
        {t(`link.${status}`)}
      </Notice>
    </div>
  )
}
