import { useComputed, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { balance } from '../wallet/state.ts'
import { GrowIcon, LeaveIcon, MutedIcon, ShrinkIcon, SoundIcon } from './icons.tsx'
import { Place } from './Place.tsx'
import { muted, setVolume, soundAllowed, toggleMute, volume } from './sound.ts'
import { machine } from './state.ts'
import css from './TopBar.module.css'

type Props = { name: string; onLeave: () => void }

/** The way out, the machine's name, the wallet, sound and full screen. */
export function TopBar({ name, onLeave }: Props) {
  const wallet = useComputed(() => (balance.value === undefined ? t('shell.loading') : money(balance.value)))
  return (
    <header className={css.bar}>
      <Button square kind="quiet" onClick={onLeave} aria-label={t('game.leave')}>
        <LeaveIcon />
      </Button>
      <h1 className={css.name} dir="auto">
        {machine.value?.name || name}
      </h1>
      <p className={css.wallet}>
        <span>{t('game.balance')}</span>
        <b className="figures" data-testid="balance">
          {wallet}
        </b>
      </p>
      <Sound />
      <FullScreen />
      <Place at="bar" />
    </header>
  )
}

function Sound() {
  const silent = muted.value || !soundAllowed.value
  return (
    <>
      <Button square kind="quiet" popoverTarget="sound" aria-label={t('game.sound')}>
        {silent ? <MutedIcon /> : <SoundIcon />}
      </Button>
      <div id="sound" popover="auto" className={css.sound}>
        <Button square kind="quiet" onClick={toggleMute} aria-pressed={silent} aria-label={t('game.mute')}>
          {silent ? <MutedIcon /> : <SoundIcon />}
        </Button>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          className={css.slider}
          aria-label={t('game.volume')}
          value={muted.value ? 0 : volume.value}
          onInput={(event) => setVolume(event.currentTarget.valueAsNumber)}
        />
      </div>
    </>
  )
}

/** Not shown where the browser has none (iPhones). */
function FullScreen() {
  const full = useSignal(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = () => {
      full.value = document.fullscreenElement !== null
    }
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    }
  }, [full])
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    (full.value ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
  return (
    <Button square kind="quiet" onClick={toggle} aria-label={t(full.value ? 'game.shrink' : 'game.grow')}>
      {full.value ? <ShrinkIcon /> : <GrowIcon />}
    </Button>
  )
}
