import { effect, type Signal, signal, useComputed, useSignal } from '@preact/signals-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Dispose } from '../../../contract/result.ts'
import { audioUnlocked, hasExternalOutput, muted, unlockAudio, volume } from '../../../core/audio/sound.ts'
import { clock } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { LazyPart } from '../../../ui/lazy.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { videoProblem } from '../late.tsx'
import { attachVideo, reopenVideo } from '../play/game-visit.ts'
import { PlayIcon } from '../play/icons.tsx'
import { downSince, machine, videoStatus } from '../play/state.ts'
import { crop } from '../play/view-state.ts'
import { isPictureDelayed, picture, pictureSeconds } from '../video/state.ts'
import css from './VideoPlayer.module.css'

const FULL_FRAME = { x: 0, y: 0, width: 1, height: 1 }

interface Props {
  /** Drawn behind the video, where it does not fill its box. */
  ambient?: ReactNode
  /** Leaves the machine, after the question about the credit on it. */
  onLeave: () => void
}

/** The machine's video with its status. It starts muted; the first gesture unlocks the sound. */
export function VideoPlayer({ ambient, onLeave }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const refused = useSignal(false)

  useLayoutEffect(() => {
    if (!video.current || !view.current) return undefined
    return startPlayback(video.current, view.current, refused)
  }, [refused])

  return (
    <section
      className={css.stage}
      data-at="picture"
      data-picture={videoStatus}
      aria-label={t('game.picture')}
    >
      {ambient}
      <div className={css.fit}>
        <div ref={view} className={css.view} data-testid="view">
          <video
            ref={video}
            className={css.video}
            playsInline
            disablePictureInPicture
            muted
            aria-label={machine.value?.name}
          />
          {/* Shows the last frame (tools/last-frame.ts). */}
          <canvas className={css.video} hidden />
        </div>
      </div>
      <VideoMessage />
      {refused.value ? (
        <button type="button" className={css.playButton}>
          <span className={css.playIcon}>
            <PlayIcon />
          </span>
          {t('game.tapToStart')}
        </button>
      ) : (
        <VideoPlaceholder onLeave={onLeave} />
      )}
    </section>
  )
}

/** Plays the visit's video in `element`; `view` is scaled and cropped. */
function startPlayback(element: HTMLVideoElement, view: HTMLElement, refused: Signal<boolean>): Dispose {
  const start = () => {
    element.play().catch((reason: unknown) => {
      refused.value = reason instanceof DOMException && reason.name === 'NotAllowedError'
    })
  }
  // Also where the system or a headset's key has started it.
  const started = () => {
    refused.value = false
  }
  // The aspect ratio of the whole video.
  const shape = signal(16 / 9)
  const measure = () => {
    if (element.videoWidth) shape.value = element.videoWidth / element.videoHeight
  }
  const resume = () => {
    if (element.paused && element.srcObject) start()
  }
  const gesture = () => {
    unlockAudio()
    resume()
  }
  // A gesture on the previous page counts too: the tap that opened the machine.
  if (navigator.userActivation?.hasBeenActive) unlockAudio()
  element.muted = true
  element.addEventListener('loadedmetadata', start)
  element.addEventListener('playing', started)
  // The app never pauses it: a headset's key or the system did.
  element.addEventListener('pause', resume)
  element.addEventListener('resize', measure)
  addEventListener('pointerdown', gesture)
  addEventListener('keydown', gesture)
  const hide = attachVideo(element)
  const stop = effect(() => {
    element.volume = volume.value
    element.muted = muted.value || !audioUnlocked.value || hasExternalOutput.value
  })
  const stopFitting = effect(() => {
    const { x, y, width, height } = crop.value ?? FULL_FRAME
    const set = (name: string, value: number) => view.style.setProperty(name, String(value))
    set('--shape', (shape.value * width) / height)
    set('--x', x / width)
    set('--y', y / height)
    set('--across', 1 / width)
    set('--down', 1 / height)
  })
  return () => {
    stop()
    stopFitting()
    hide()
    element.removeEventListener('loadedmetadata', start)
    element.removeEventListener('playing', started)
    element.removeEventListener('pause', resume)
    element.removeEventListener('resize', measure)
    removeEventListener('pointerdown', gesture)
    removeEventListener('keydown', gesture)
  }
}

/** Labels an outdated video, so that it is not mistaken for the machine's current state. */
function VideoMessage() {
  const text = useComputed(() => {
    const sign = videoStatus.value
    if (sign === 'down') return t('game.sign.down', { time: clock(downSince.value) })
    return sign === 'old' || sign === 'lost' ? t(`game.sign.${sign}`, { seconds: pictureSeconds.value }) : ''
  })
  return (
    <p className={css.message} role="status">
      {text}
    </p>
  )
}

/** Covers the video until its first frame, and after a failure. */
function VideoPlaceholder({ onLeave }: Pick<Props, 'onLeave'>) {
  const hasFailed = picture.value === 'failed'
  if (!hasFailed && picture.value !== 'opening') return null
  return (
    <div className={css.placeholder} aria-busy={!hasFailed}>
      {hasFailed || isPictureDelayed.value ? (
        <LazyPart part={videoProblem} props={{ onLeave }} fallback={problemFallback} />
      ) : (
        <Connecting />
      )}
    </div>
  )
}

/** Shown while VideoProblem loads; only the retry button if it fails to load. */
const problemFallback = (isMissing: boolean) =>
  isMissing ? (
    <>
      <p role="alert">{t('app.chunkFailed')}</p>
      <TransientButton kind="primary" onClick={reopenVideo}>
        {t('app.retry')}
      </TransientButton>
    </>
  ) : (
    <Connecting />
  )

function Connecting() {
  return (
    <>
      <div className={css.reels} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <p>{t('game.opening')}</p>
    </>
  )
}
