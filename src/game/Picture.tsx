import { effect, useComputed, useSignal } from '@preact/signals-react'
import { useLayoutEffect, useRef } from 'react'
import { clock, money } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { PlayIcon } from './icons.tsx'
import css from './Picture.module.css'
import { allowSound, muted, soundAllowed, volume } from './sound.ts'
import {
  downSince,
  game,
  link,
  machine,
  machineArt,
  picture,
  pictureAge,
  pictureSeconds,
  untrusted,
} from './state.ts'
import { reopenPicture, showPicture } from './visit.ts'

/** The machine's picture, and how it is. It starts muted; the player's first gesture lets the sound out. */
export function Picture() {
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef<HTMLCanvasElement>(null)
  const refused = useSignal(false)

  useLayoutEffect(() => {
    const element = video.current
    const frozen = last.current
    if (!element || !frozen) return
    const start = () => {
      element.play().then(
        () => {
          refused.value = false
        },
        (reason: unknown) => {
          refused.value = reason instanceof DOMException && reason.name === 'NotAllowedError'
        },
      )
    }
    const gesture = () => {
      allowSound()
      if (element.paused && element.srcObject) start()
    }
    // A gesture on the page before this one counts as well: the tap that opened the machine.
    if (navigator.userActivation?.hasBeenActive) allowSound()
    element.muted = true
    element.addEventListener('loadedmetadata', start)
    addEventListener('pointerdown', gesture)
    addEventListener('keydown', gesture)
    const hide = showPicture(element)
    const stop = effect(() => {
      element.volume = volume.value
      element.muted = muted.value || !soundAllowed.value
    })
    // The last frame stays, marked as old as it is, until another one moves: a peer that closes takes its own away.
    const stopKeeping = effect(() => {
      frozen.hidden = picture.value === 'live' || picture.value === 'opening'
      if (frozen.hidden || !element.videoWidth) return
      frozen.width = element.videoWidth
      frozen.height = element.videoHeight
      frozen.getContext('2d')?.drawImage(element, 0, 0)
    })
    return () => {
      stop()
      stopKeeping()
      hide()
      element.removeEventListener('loadedmetadata', start)
      removeEventListener('pointerdown', gesture)
      removeEventListener('keydown', gesture)
    }
  }, [refused])

  return (
    <section className={css.stage} aria-label={t('game.picture')}>
      {machineArt.value && <img className={css.ambient} src={machineArt.value} alt="" loading="lazy" />}
      <video
        ref={video}
        className={css.video}
        playsInline
        disablePictureInPicture
        muted
        aria-label={machine.value?.name}
      />
      <canvas ref={last} className={css.last} hidden />
      <Sign />
      <Jackpot />
      {refused.value ? (
        <button type="button" className={css.tap}>
          <span className={css.tapIcon}>
            <PlayIcon />
          </span>
          {t('game.tapToStart')}
        </button>
      ) : (
        <Curtain />
      )}
    </section>
  )
}

/** How the picture is, always in sight: live, or how old, or on its way back. */
function Sign() {
  const sign = useComputed(() => {
    if (link.value === 'opening' || picture.value === 'opening') return 'opening'
    if (link.value === 'down') return 'down'
    if (untrusted.value === undefined) return 'live'
    return picture.value === 'live' ? 'old' : 'lost'
  })
  const text = useComputed(() => {
    const seconds = pictureSeconds.value
    if (sign.value === 'live') return t('game.sign.live')
    if (sign.value === 'down') return t('game.sign.down', { time: clock(downSince.value) })
    if (sign.value === 'opening') return t('game.sign.opening')
    return t(sign.value === 'old' ? 'game.sign.old' : 'game.sign.lost', { seconds })
  })
  return (
    <div className={css.sign} data-sign={sign} role="status">
      {text}
    </div>
  )
}

/** The rarest of news, until the next spin. */
function Jackpot() {
  const amount = game.value?.phase === 'idle' ? (game.value.spin?.jackpot ?? 0) : 0
  if (amount === 0) return null
  return (
    <p className={css.jackpot} role="status">
      {t('game.jackpot')} <b className="figures">{money(amount)}</b>
    </p>
  )
}

/** What covers the picture while there is none. */
function Curtain() {
  if (picture.value === 'failed') {
    return (
      <div className={css.curtain}>
        <p>{t('game.pictureFailed')}</p>
        <Button kind="primary" onClick={reopenPicture}>
          {t('app.retry')}
        </Button>
      </div>
    )
  }
  if (pictureAge.value !== undefined) return null
  return (
    <div className={css.curtain} aria-busy="true">
      <div className={css.reels} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <p>{t('game.opening')}</p>
    </div>
  )
}
