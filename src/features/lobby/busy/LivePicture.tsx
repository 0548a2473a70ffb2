import type { Signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import type { Machine } from '../../../contract/floor.ts'
import { t } from '../../../i18n/index.ts'
import css from './BusyDialog.module.css'
import { watchLive } from './watch-live.ts'

interface Props {
  machine: Machine
  /** Receives whether the video is shown. */
  isLive: Signal<boolean>
}

/** A machine's live video over its still, which is seen while there is no current frame. */
export function LivePicture({ machine: { id, name, watchUrl }, isLive }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(
    () => (video.current && watchUrl ? watchLive(video.current, id, watchUrl, isLive) : undefined),
    [id, watchUrl, isLive],
  )
  return (
    <video
      ref={video}
      className={css.live}
      data-live={isLive.value ? '' : undefined}
      aria-hidden={!isLive.value}
      aria-label={t('busy.video', { name: name || id })}
      muted
      playsInline
      disablePictureInPicture
    />
  )
}
