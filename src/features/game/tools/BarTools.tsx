import { useSignal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { audioUnlocked, muted, setVolume, toggleMute, volume } from '../../../core/audio/sound.ts'
import { count } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { closeOnBack } from '../../../ui/close-on-back.ts'
import { isFullScreen, offersFullScreen, toggleFullScreen, watchFullScreen } from '../../../ui/full-screen.ts'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import { TourButton } from '../tour/Tour.tsx'
import css from './BarTools.module.css'
import { toggleRotation } from './orientation.ts'
import { landscapeLocked, pageRotated, showRotateScreenMenu } from './rotation-state.ts'

type Props = {
  /** Shows the label beside the icon. */
  labelled?: boolean
}

function MuteButton() {
  const silent = muted.value || !audioUnlocked.value
  return (
    <Button square kind="quiet" onClick={toggleMute} aria-pressed={silent} aria-label={t('tools.mute')}>
      {silent ? <MutedIcon /> : <SoundIcon />}
    </Button>
  )
}

/** Mute button and volume slider. */
export function SoundTool() {
  const level = muted.value ? 0 : volume.value
  return (
    <div className={css.sound}>
      <MuteButton />
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        className={css.slider}
        aria-label={t('tools.volume')}
        aria-valuetext={count(level, { style: 'percent' })}
        value={level}
        onInput={(event) => setVolume(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

/** Hidden where the browser has no full screen (iPhones). */
export function FullScreenTool({ labelled: wide }: Props) {
  const full = useSignal(isFullScreen())
  useEffect(
    () =>
      watchFullScreen(() => {
        full.value = isFullScreen()
      }),
    [full],
  )
  if (!offersFullScreen()) return null
  const label = t(full.value ? 'tools.exitFullScreen' : 'tools.enterFullScreen')
  return (
    <Button square={!wide} kind="quiet" onClick={toggleFullScreen} aria-label={label}>
      {full.value ? <ShrinkIcon /> : <GrowIcon />}
      {wide && label}
    </Button>
  )
}

/** Rotates the game to landscape, where that is offered. */
export function RotateTool({ labelled: wide }: Props) {
  if (!showRotateScreenMenu.value) return null
  const label = t(pageRotated.value || landscapeLocked.value ? 'tools.rotateBack' : 'tools.rotate')
  return (
    <Button square={!wide} kind="quiet" onClick={toggleRotation} aria-label={label}>
      <RotateIcon />
      {wide && label}
    </Button>
  )
}

/** The tools of phones, among the game's controls. Their volume is the device's, or set in the info panel. */
export function QuickTools() {
  return (
    <div className={css.quick}>
      <MuteButton />
      <RotateTool />
      <FullScreenTool />
    </div>
  )
}

/** The tools in the bar, where it is wide. */
export function BarTools() {
  const silent = muted.value || !audioUnlocked.value
  const open = useSignal(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) open.value = false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !open.peek()) return
      event.preventDefault()
      // Before the popup is removed, which would lose the focus.
      if (document.activeElement?.closest(`.${css.popup}`))
        root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
      open.value = false
    }
    addEventListener('pointerdown', onPointerDown)
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('pointerdown', onPointerDown)
      removeEventListener('keydown', onKeyDown)
    }
  }, [open])
  const isOpen = open.value
  useEffect(() => {
    if (!isOpen) return
    return closeOnBack(() => {
      open.value = false
    })
  }, [open, isOpen])
  return (
    <div ref={root} className={css.tools}>
      <Button
        square
        kind="quiet"
        aria-label={t('tools.sound')}
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value
        }}
      >
        {silent ? <MutedIcon /> : <SoundIcon />}
      </Button>
      {open.value && (
        <div className={css.popup}>
          <SoundTool />
        </div>
      )}
      <RotateTool />
      <FullScreenTool />
      <TourButton />
    </div>
  )
}

const RotateIcon = () => (
  <LineIcon d="M4 9.500h10v10.500H4ZM8 5.500h6.500a5 5 0 0 1 5 5v4M17 12l2.500 2.500L22 12" />
)

/* Apart, so that they load with the tools of the bar. */

const SoundIcon = () => (
  <LineIcon d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.500ZM15.5 9.200a4 4 0 0 1 0 5.600M18 6.500a8 8 0 0 1 0 11" />
)
const MutedIcon = () => <LineIcon d="M4 9.500v5h3.500L12 18.500v-13L7.5 9.500ZM16 9.500l5 5M21 9.500l-5 5" />
const GrowIcon = () => <LineIcon d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
const ShrinkIcon = () => <LineIcon d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5" />
