import { useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'

/** A landscape screen of at least this size has room beside the video. */
const MIN_WIDTH_PX = 1000
const MIN_HEIGHT_PX = 560
const MIN_SHEET_PX = 320

interface PanelLayout {
  /** The panel stands beside the video. */
  isBeside: boolean
  /** As high as the video beside it; in portrait below the video, so that the reels stay visible. */
  style: { insetBlockStart?: string; blockSize?: string }
}

/**
 * Measures the page when it is rotated or resized. A panel beside the video narrows it
 * (InfoPanel.module.css).
 */
export function usePanelLayout(): PanelLayout {
  const layout = useSignal<PanelLayout>(measure())
  useLayoutEffect(() => {
    const update = () => {
      layout.value = measure()
      document.documentElement.toggleAttribute('data-info-panel', layout.peek().isBeside)
    }
    const watcher = new ResizeObserver(update)
    watcher.observe(document.body)
    const picture = pictureOf()
    if (picture) watcher.observe(picture)
    update()
    return () => {
      watcher.disconnect()
      document.documentElement.removeAttribute('data-info-panel')
    }
  }, [layout])
  return layout.value
}

const pictureOf = () => document.querySelector<HTMLElement>('main [data-at=picture]')

function measure(): PanelLayout {
  const { clientWidth, clientHeight } = document.body
  const isBeside = clientWidth >= MIN_WIDTH_PX && clientHeight >= MIN_HEIGHT_PX && clientWidth > clientHeight
  const picture = pictureOf()
  if (!picture) return { isBeside, style: {} }
  // Layout coordinates, not the viewport's: the page may be rotated.
  const { offsetTop, offsetHeight } = picture
  if (isBeside)
    return { isBeside, style: { insetBlockStart: `${offsetTop}px`, blockSize: `${offsetHeight}px` } }
  if (clientWidth > clientHeight) return { isBeside, style: {} }
  return {
    isBeside,
    style: { blockSize: `${Math.max(MIN_SHEET_PX, clientHeight - offsetTop - offsetHeight)}px` },
  }
}
