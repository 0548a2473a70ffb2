import { useSignal } from '@preact/signals-react'
import { type CSSProperties, useLayoutEffect } from 'react'

/** A screen that lies and is at least so large, px, has room beside its picture. */
const MIN_WIDTH_PX = 1000
const MIN_HEIGHT_PX = 560
/** The least height of a sheet, px. */
const MIN_SHEET_PX = 320

interface PanelLayout {
  /** Does the panel stand beside the picture? */
  isBeside: boolean
  /** Where: beside the picture and as high; else on a screen that stands from its lower edge on, so that the reels stay in sight. */
  style: CSSProperties
}

/** Measures the page whenever it is rotated or resized. A panel beside the video takes its width from it (InfoPanel.module.css). */
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
  // In the page's own measures: it may be turned.
  const { offsetTop, offsetHeight } = picture
  if (isBeside) return { isBeside, style: { insetBlockStart: offsetTop, blockSize: offsetHeight } }
  if (clientWidth > clientHeight) return { isBeside, style: {} }
  return {
    isBeside,
    style: { blockSize: Math.max(MIN_SHEET_PX, clientHeight - offsetTop - offsetHeight) },
  }
}
