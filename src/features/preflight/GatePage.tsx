import { useEffect, useRef } from 'react'
import texts from '../../../locales/tr.json?groups=gates'
import { continueAnyway, runCountryCheck } from '../../core/preflight/country-check.ts'
import { type Gate, gate } from '../../core/preflight/state.ts'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { addTexts, type Locale, locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import css from './GatePage.module.css'
import { GateIcon } from './icons.tsx'

addTexts('tr', texts)

/** A country's name in a language, from its two letters; anything else is returned unchanged. */
export function countryName(country: string, locale: Locale): string {
  if (!/^[a-z]{2}$/i.test(country)) return country
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(country.toUpperCase()) ?? country
  } catch {
    return country
  }
}

function leadOf(now: Gate): string {
  if (now.kind !== 'blocked') return t(`gates.${now.kind}Lead`)
  const country = now.country ? countryName(now.country, locale.value) : t('gates.unknownCountry')
  return t('gates.blockedLead', { country, ip: now.ip || t('gates.unknownIp') })
}

/** The way on, where there is one: live video can not be had by asking again. */
function GateAction({ kind }: { kind: Gate['kind'] }) {
  if (kind === 'browser')
    return (
      <Button kind="primary" onClick={continueAnyway}>
        {t('gates.goOn')}
      </Button>
    )
  if (kind === 'webrtc' || kind === 'checking') return null
  return (
    <Button kind={kind === 'blocked' ? 'secondary' : 'primary'} onClick={runCountryCheck}>
      {t('app.retry')}
    </Button>
  )
}

/** The page before all pages: what keeps this player out, or keeps them waiting. */
export function GatePage() {
  const now = gate.value
  const kind = now?.kind
  const heading = useRef<HTMLHeadingElement>(null)
  const title = kind && t(`gates.${kind}`)
  // Each state is read out, and a keyboard finds its button next.
  useEffect(() => {
    if (kind) heading.current?.focus()
  }, [kind])
  const app = t('app.name')
  useEffect(() => {
    document.title = title ? `${title} · ${app}` : app
    return () => {
      document.title = app
    }
  }, [title, app])
  if (!now) return null
  return (
    <main className={css.gate} data-gate={now.kind} aria-busy={now.kind === 'checking'}>
      <LanguageSwitch all />
      <div className={css.window} aria-hidden="true">
        {now.kind === 'checking' ? <Reels /> : <GateIcon kind={now.kind} />}
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{leadOf(now)}</p>
      <GateAction kind={now.kind} />
      <footer>
        <Logo />
      </footer>
    </main>
  )
}

/** Three reels that run as long as an answer is awaited. */
function Reels() {
  return (
    <>
      <i />
      <i />
      <i />
    </>
  )
}
