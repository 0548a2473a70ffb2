import type { ReadonlySignal } from '@preact/signals-react'
import { LOCALES, type Locale } from '../../../contract/locales.ts'
import { artPath } from '../../../core/router/machine-paths.ts'
import { t } from '../../../i18n/index.ts'
import css from './Attract.module.css'
import type { LivePicture } from './live-pictures.ts'

interface Props {
  art: string
  language: Locale
  pictures: ReadonlySignal<readonly LivePicture[]>
}

/** A brand's poster, and in it the reels of a free machine while their picture is live. */
export function BrandPicture({ art, language, pictures }: Props) {
  const live = pictures.value.filter((picture) => picture.art === art)
  return (
    <div className={css.art}>
      <img src={artPath(art)} alt="" />
      {live.length > 0 && (
        <div className={css.live}>
          <div className={css.glass}>
            {live.map(({ url }) => (
              <img key={url} src={url} alt="" data-testid="attract-live" />
            ))}
            <span className={css.mark} lang={language} dir={LOCALES[language].dir}>
              {t('attract.live', {}, language)}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
