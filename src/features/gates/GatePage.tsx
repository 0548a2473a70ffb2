import { useSignal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { Slot } from '../../core/frame/Slot.tsx'
import { continueAnyway, runCountryCheck } from '../../core/gates/country-check.ts'
import { type Gate, gate } from '../../core/gates/state.ts'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { failedLocale, intlLocale, type Locale, locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { LineIcon } from '../../ui/LineIcon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { useFocusAfterwards } from '../../ui/use-focus-afterwards.ts'
import css from './GatePage.module.css'

/** A country's name from its two-letter code; any other text is returned unchanged. */
export function countryName(country: string, locale: Locale): string {
  if (!/^[a-z]{2}$/i.test(country)) return country
  try {
    return (
      new Intl.DisplayNames([intlLocale(locale)], { type: 'region' }).of(country.toUpperCase()) ?? country
    )
  } catch {
    return country
  }
}

function leadOf(now: Gate): string {
  if (now.kind !== 'blocked') return t(`gates.${now.kind}Lead`)
  const country = now.country ? countryName(now.country, locale.value) : t('gates.unknownCountry')
  return t('gates.blockedLead', { country, ip: now.ip || t('gates.unknownIp') })
}

/** The gate's action: continue, or retry the country check. Without WebRTC there is none. */
function GateAction({ kind }: { kind: Gate['kind'] }) {
  if (kind === 'browser')
    return (
      <TransientButton kind="primary" onClick={continueAnyway}>
        {t('gates.goOn')}
      </TransientButton>
    )
  if (kind === 'webrtc' || kind === 'checking') return null
  return (
    <Button kind={kind === 'blocked' ? 'secondary' : 'primary'} onClick={runCountryCheck}>
      {t('app.retry')}
    </Button>
  )
}

/** For another browser on the same device. The address's path and query stay out of it. */
function CopyAddress() {
  const address = location.origin
  const result = useSignal<'none' | 'copied' | 'failed'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      result.value = 'copied'
    } catch {
      // Without a permission, or in another app's browser, the player copies it by hand.
      result.value = 'failed'
    }
  }
  return (
    <>
      <Button onClick={copy}>
        <span aria-live="polite">{t(result.value === 'copied' ? 'gates.copied' : 'gates.copyAddress')}</span>
      </Button>
      {result.value === 'failed' && (
        <p className={css.address} dir="ltr">
          {address}
        </p>
      )}
    </>
  )
}

const TITLE_ID = 'gate-title'

/** The page of a gate, shown before any other page. */
export function GatePage() {
  const now = gate.value
  const kind = now?.kind
  const heading = useRef<HTMLHeadingElement>(null)
  const title = kind && t(`gates.${kind}`)
  // A screen reader announces each state, and the next Tab reaches its button.
  useEffect(() => {
    if (kind) heading.current?.focus()
  }, [kind])
  useFocusAfterwards(TITLE_ID)
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
      <LanguageSwitch names />
      <div className={css.window} aria-hidden="true">
        {now.kind === 'checking' ? <Reels /> : <GateIcon kind={now.kind} />}
      </div>
      <h1 ref={heading} id={TITLE_ID} tabIndex={-1}>
        {title}
      </h1>
      <p>{leadOf(now)}</p>
      {failedLocale.value && <p role="status">{t('failure.network')}</p>}
      <div className={css.actions}>
        <GateAction kind={now.kind} />
        {(now.kind === 'browser' || now.kind === 'webrtc') && <CopyAddress />}
      </div>
      <footer>
        <Slot name="support" />
        <Logo />
      </footer>
    </main>
  )
}

/** Three reels that spin while the country check is pending. */
function Reels() {
  return (
    <>
      <i />
      <i />
      <i />
    </>
  )
}

/** The icon of each gate, on the grid of ui/LineIcon.tsx. */
const PATHS: Record<Exclude<Gate['kind'], 'checking'>, string> = {
  webrtc:
    'M4 4l16 16M9.5 6H14a2 2 0 0 1 2 2v2.5l4-2.5v8l-1.5-1M16 16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 1-1.7',
  browser: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm3.8 5.2-2.2 5.4-5.4 2.2 2.2-5.4 5.4-2.2Z',
  blocked:
    'M20.6 14.7A9 9 0 1 1 21 12M3.4 9h17.2M3.4 15H13M12 3c-2.3 2.5-3.5 5.5-3.5 9s1.2 6.5 3.5 9M12 3c2 2.2 3.2 4.7 3.45 7.5M16 16l5 5m0-5-5 5',
  checkFailed:
    'M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M2 9a15 15 0 0 1 4.5-2.8M12.5 6c3.6.2 6.8 1.5 9.5 3.5M15 11.5c1.5.5 2.8 1.2 4 2.2M8.5 15.6a5.5 5.5 0 0 1 5-.8M12 18.5h.01',
}

function GateIcon({ kind }: { kind: keyof typeof PATHS }) {
  return <LineIcon d={PATHS[kind]} />
}
