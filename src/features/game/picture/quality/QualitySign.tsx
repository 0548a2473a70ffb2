import { useComputed } from '@preact/signals-react'
import { useEffect } from 'react'
import { t } from '../../../../i18n/index.ts'
import { videoStatus } from '../../play/state.ts'
import { pictureSeconds } from '../../video/state.ts'
import css from './QualitySign.module.css'
import { startQualityMonitor } from './quality-monitor.ts'
import { openQualityDialog, shownLevel } from './state.ts'

/** Video status and connection quality; opens the statistics. */
export function QualitySign() {
  useEffect(startQualityMonitor, [])
  const text = useComputed(() => {
    const seconds = pictureSeconds.value
    // The note on the picture has the time of it.
    if (videoStatus.value === 'down') return t('quality.sign.down')
    if (videoStatus.value === 'old' || videoStatus.value === 'lost') {
      return t(`quality.sign.${videoStatus.value}`, { seconds })
    }
    return t(`game.sign.${videoStatus.value}`)
  })
  return (
    <button
      type="button"
      className={css.sign}
      data-level={videoStatus.value === 'opening' ? 'opening' : shownLevel}
      aria-haspopup="dialog"
      onClick={openQualityDialog}
    >
      <svg viewBox="0 0 14 12" aria-hidden="true">
        <path d="M1 8.5h2.6V12H1z" />
        <path d="M5.7 4.5h2.6V12H5.7z" />
        <path d="M10.4 0H13v12h-2.6z" />
      </svg>
      <span>{text}</span>
      <span className="quiet-text">
        {', '}
        {t('quality.title')} {t(`quality.level.${shownLevel.value}`)}
      </span>
    </button>
  )
}
