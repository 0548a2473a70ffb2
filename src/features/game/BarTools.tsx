import { useSignal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { audioUnlocked, muted, setVolume, toggleMute, volume } from '../../core/audio/sound.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { isFullScreen, offersFullScreen, toggleFullScreen, watchFullScreen } from '../../ui/full-screen.ts'
import css from './BarTools.module.css'
import { GrowIcon, MutedIcon, ShrinkIcon, SoundIcon } from './bar-icons.tsx'
import { toggleRotation } from './rotation/orientation.ts'
import { landscapeLocked, pageRotated, showRotateScreenMenu } from './rotation/state.ts'

type Props = {
  /** Shows the label beside the icon. */
  labelled?: boolean
}

function MuteButton() {
  const silent = muted.value || !audioUnlocked.value
  return (
    <Button square kind="quiet" onClick={toggleMute} aria-pressed={silent} aria-label={t('stage.mute')}>
      {silent ? <MutedIcon /> : <SoundIcon />}
    </Button>
  )
}

/** Mute button and volume slider. */
export function SoundTool() {
  return (
    <div className={css.sound}>
      <MuteButton />
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        className={css.slider}
        aria-label={t('stage.volume')}
        value={muted.value ? 0 : volume.value}
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
  const label = t(full.value ? 'stage.exitFullScreen' : 'stage.enterFullScreen')
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
  const label = t(pageRotated.value || landscapeLocked.value ? 'stage.rotateBack' : 'stage.rotate')
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
    const close = (event: Event) => {
      const inside = event.target instanceof Node && root.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !inside) open.value = false
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', close)
    }
  }, [open])
  return (
    <div ref={root} className={css.tools}>
      <Button
        square
        kind="quiet"
        aria-label={t('stage.sound')}
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
    </div>
  )
}

const RotateIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 9.500h10v10.500H4ZM8 5.500h6.500a5 5 0 0 1 5 5v4M17 12l2.500 2.500L22 12" />
  </svg>
)
