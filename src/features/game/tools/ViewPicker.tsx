import type { Band } from '../../../contract/live.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import { CabinetButtons } from '../cabinet/CabinetButtons.tsx'
import { ownButtons } from '../cabinet/state.ts'
import { chooseBand, isCropped, setCropped } from '../play/view-state.ts'
import { activeView, croppable, views } from './distinct-views.ts'
import css from './ViewPicker.module.css'

const STANDARD_BANDS = ['cabinet', 'reels', 'sign', 'meters'] as const

/** Standard bands have translated names; others keep the machine's name. */
function nameOf(band: Band | undefined): string {
  if (!band) return t('tools.all')
  const { id, name } = band
  const standard = STANDARD_BANDS.find((one) => one === id)
  return standard ? t(`tools.band.${standard}`) : name || id
}

/**
 * The views in a row with the crop button; on narrow screens one button cycles through them. A cabinet has
 * its buttons in their place.
 */
export function ViewPicker() {
  const all = views.value
  const active = activeView.value
  if (ownButtons.value.length > 0) return <CabinetButtons />
  if (all.length === 0) return null
  const toggleCrop = () => {
    if (isCropped.peek()) setCropped(false)
    else if (active?.region && active.region.width < 1) setCropped(true)
    else chooseBand(croppable.peek()?.id)
  }
  const selectNext = () => chooseBand(all[(all.indexOf(activeView.peek()) + 1) % all.length]?.id)
  return (
    <>
      <fieldset className={css.row} aria-label={t('tools.bands')}>
        {all.map((view) => (
          <button
            type="button"
            key={view?.id}
            className={css.band}
            aria-pressed={view === active}
            onClick={() => chooseBand(view?.id)}
          >
            {nameOf(view)}
          </button>
        ))}
        {croppable.value && (
          <Button
            square
            kind="quiet"
            aria-pressed={isCropped.value}
            aria-label={t('tools.crop')}
            onClick={toggleCrop}
          >
            <CropIcon />
          </Button>
        )}
      </fieldset>
      <button
        type="button"
        className={css.nextBand}
        aria-label={t('tools.nextBand', { name: nameOf(active) })}
        data-cropped={isCropped.value ? '' : undefined}
        onClick={selectNext}
      >
        <CropIcon />
        <span>{nameOf(active)}</span>
      </button>
    </>
  )
}

const CropIcon = () => <LineIcon d="M7 2.500v14.500h14.500M2.500 7H17v14.500" />
