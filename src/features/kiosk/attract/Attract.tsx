import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { LOCALES } from '../../../contract/locales.ts'
import { shortMoney } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { fetchPart } from '../../../i18n/texts.ts'
import { Logo } from '../../../ui/Logo.tsx'
import { NativeDialog } from '../../../ui/NativeDialog.tsx'
import { offline } from '../../pwa/state.ts'
import { presence } from '../idle-logout/state.ts'
import css from './Attract.module.css'
import { BrandPicture } from './BrandPicture.tsx'
import type { LivePicture } from './live-pictures.ts'
import { attractLocales, type SceneState, useScenes } from './use-scenes.ts'

/**
 * The closed screen stays on top for this long, ms, so that the touch that closed it presses nothing below.
 */
const LINGER_MS = 400

const HandIcon = () => (
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <path d="M24 34V12a5 5 0 0 1 10 0v16l1-3a4.5 4.5 0 0 1 8.5 2.500l.5-1a4.3 4.3 0 0 1 8 2.500V42c0 10-6 16-15.5 16-7 0-11-3-14.5-8.500L13.5 38c-2.5-4.5 3-8.5 6.5-5Z" />
  </svg>
)

interface SceneProps extends Pick<SceneState, 'brand' | 'language'> {
  pictures: ReadonlySignal<readonly LivePicture[]>
}

/** A brand: its picture and its highest jackpot, or an invitation to play if the jackpot is unknown. */
function Scene({ brand, language, pictures }: SceneProps) {
  const name = brand.name || pictures.value.find(({ art }) => art === brand.art)?.name
  const jackpot = brand.jackpot ? shortMoney(brand.jackpot, language) : undefined
  // The font shrinks with the length, so that the whole amount fits.
  const length = { '--chars': jackpot?.length }
  return (
    <>
      <BrandPicture art={brand.art} language={language} pictures={pictures} />
      <div className={css.words} lang={language} dir={LOCALES[language].dir}>
        {jackpot ? (
          <>
            <p className={css.label}>
              {name} · {t('attract.jackpot', {}, language)}
            </p>
            <p className={`${css.jackpot} figures`} style={length}>
              {jackpot}
            </p>
          </>
        ) : (
          <>
            <p className={css.label}>{name}</p>
            <p className={css.lead}>{t('attract.lead', {}, language)}</p>
          </>
        )}
      </div>
    </>
  )
}

/** The attract screen. It covers everything, so that the touch that closes it presses nothing below. */
export function Attract() {
  // Hidden while the platform is unreachable: the page below shows the reason.
  const on = presence.value.status === 'attract' && !offline.value
  const shown = useSignal(false)
  useLayoutEffect(() => {
    const hide = () => {
      shown.value = false
    }
    if (on) shown.value = true
    const timer = on ? undefined : setTimeout(hide, LINGER_MS)
    return () => clearTimeout(timer)
  }, [on, shown])
  return on || shown.value ? <AttractDialog leaving={!on} /> : null
}

function AttractDialog({ leaving }: { leaving: boolean }) {
  const { last, current, pictures } = useScenes(leaving)
  const { turn, language } = current
  // Loads all languages at once, because the screen changes its language every few seconds.
  useSignalEffect(() => {
    for (const code of attractLocales()) fetchPart(code, 'rest')?.catch(() => {})
  })
  return (
    <NativeDialog
      id="kiosk-attract"
      className={css.attract}
      data-ambient=""
      aria-label={t('attract.label', {}, language)}
      data-leaving={leaving ? '' : undefined}
      onCancel={(event) => event.preventDefault()}
    >
      <div className={css.top}>
        <Logo />
      </div>
      <div className={css.stage}>
        {last && (
          <div className={css.scene} data-goes="" key={last.turn}>
            <Scene brand={last.brand} language={last.language} pictures={pictures} />
          </div>
        )}
        <div className={css.scene} key={turn}>
          <Scene brand={current.brand} language={language} pictures={pictures} />
        </div>
      </div>
      <button type="button" className={css.touch} lang={language} dir={LOCALES[language].dir}>
        <span className={css.hand} key={turn} aria-hidden="true">
          <i />
          <HandIcon />
        </span>
        <span>{t('attract.touch', {}, language)}</span>
      </button>
    </NativeDialog>
  )
}
