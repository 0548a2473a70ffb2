import { useSignal } from '@preact/signals-react'
import { type CSSProperties, useLayoutEffect } from 'react'

/** A screen that lies and is at least so large, px, has room beside its picture. */
const WIDE = 1000
const HIGH = 560
/** The least height of a sheet, px. */
const LEAST = 320

interface Room {
  /** Does the panel stand beside the picture? */
  standing: boolean
  /** Where: beside the picture and as high; else on a screen that stands from its lower edge on, so that the reels stay in sight. */
  style: CSSProperties
}

/** Measures the page, also when it is turned or grows; while the panel stands, the picture makes way (SideBar.module.css). */
export function useRoom(): Room {
  const room = useSignal<Room>(measure())
  useLayoutEffect(() => {
    const look = () => {
      room.value = measure()
      document.documentElement.toggleAttribute('data-side', room.peek().standing)
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(document.body)
    const picture = pictureOf()
    if (picture) watcher.observe(picture)
    look()
    return () => {
      watcher.disconnect()
      document.documentElement.removeAttribute('data-side')
    }
  }, [room])
  return room.value
}

const pictureOf = () => document.querySelector<HTMLElement>('main [data-at=picture]')

function measure(): Room {
  const { clientWidth, clientHeight } = document.body
  const standing = clientWidth >= WIDE && clientHeight >= HIGH && clientWidth > clientHeight
  const picture = pictureOf()
  if (!picture) return { standing, style: {} }
  // In the page's own measures: it may be turned.
  const { offsetTop, offsetHeight } = picture
  if (standing) return { standing, style: { insetBlockStart: offsetTop, blockSize: offsetHeight } }
  if (clientWidth > clientHeight) return { standing, style: {} }
  return { standing, style: { blockSize: Math.max(LEAST, clientHeight - offsetTop - offsetHeight) } }
}
