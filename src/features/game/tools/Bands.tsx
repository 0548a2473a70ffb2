import { useComputed } from '@preact/signals-react'
import type { Band } from '../../../contract/live.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { activeBand, chooseBand, isCropped, bands as machineBands, setCropped } from '../play/band-state.ts'
import css from './Bands.module.css'

const STANDARD_BANDS = ['cabinet', 'reels', 'sign', 'meters'] as const

/** Standard bands have translated names; others keep the machine's name. */
function nameOf({ id, name }: Band): string {
  const standard = STANDARD_BANDS.find((one) => one === id)
  return standard ? t(`tools.band.${standard}`) : name || id
}

/** The bands in a row with the crop button; on narrow screens one button cycles through them. */
export function Bands() {
  const bands = machineBands.value
  const active = activeBand.value
  const croppable = useComputed(() => machineBands.value.find((band) => band.region && band.region.width < 1))
  const toggleCrop = () => {
    if (!isCropped.peek() && !activeBand.peek()?.region) chooseBand(croppable.peek()?.id)
    else setCropped(!isCropped.peek())
  }
  const selectNext = () => {
    const index = bands.findIndex((band) => band.id === activeBand.peek()?.id)
    chooseBand(bands[index + 1]?.id ?? bands[0]?.id)
  }
  const name = active ? nameOf(active) : t('tools.all')
  return (
    <>
      <fieldset className={css.row} aria-label={t('tools.bands')}>
        {bands.map((band) => (
          <button
            type="button"
            key={band.id}
            className={css.band}
            aria-pressed={band.id === active?.id}
            onClick={() => chooseBand(band.id)}
          >
            {nameOf(band)}
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
        aria-label={t('tools.nextBand', { name })}
        data-cropped={isCropped.value ? '' : undefined}
        onClick={selectNext}
      >
        <CropIcon />
        <span>{name}</span>
      </button>
    </>
  )
}

const CropIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M7 2.500v14.500h14.500M2.500 7H17v14.500" />
  </svg>
)
