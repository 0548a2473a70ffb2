import { useSignal } from '@preact/signals-react'
import { type ComponentType, type MouseEvent, useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { textScale } from '../../ui/text-scale.ts'
import { useVisibleRows } from '../../ui/use-visible-rows.ts'
import { type CardShape, gridLayout, itemStyle } from '../../ui/virtual-rows.ts'
import styles from './VirtualGrid.module.css'

export interface ItemProps {
  id: string
  /** The index in the list, from 0, and the length of the list. */
  index: number
  count: number
  /** The position in the grid. */
  style: Partial<ReturnType<typeof itemStyle>>
}

interface Props {
  /** The ids of the items; `Item` reads everything else itself. */
  ids: readonly string[]
  shape: CardShape
  Item: ComponentType<ItemProps>
  label: string
}

/**
 * A grid of equal cards that scrolls with the page and renders only the visible rows: a thousand machines
 * cost as much as the twenty visible ones. A new status renders its own card only. Each card has a fixed
 * position, so that new rows move no others. The grid navigates for the plain links in its cards.
 */
export function VirtualGrid({ ids, shape, Item, label }: Props) {
  const box = useRef<HTMLUListElement>(null)
  const width = useSignal(0)
  const [scale] = useState(textScale)
  const [, navigate] = useLocation()
  const layout = gridLayout(ids.length, width.value, shape, scale)
  const measure = useCallback(
    (wide: number) => {
      width.value = wide
      return gridLayout(ids.length, wide, shape, scale)
    },
    [ids.length, shape, scale, width],
  )
  const { first, last } = useVisibleRows(box, measure)

  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (!link) return
    event.preventDefault()
    navigate(link.pathname)
  }

  const from = first * layout.columns
  const seen = ids.slice(from, last * layout.columns)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it handles clicks on links, which Enter triggers too
    <ul
      ref={box}
      className={styles.grid}
      aria-label={label}
      style={{ blockSize: `${layout.height}px` }}
      onClick={follow}
    >
      {seen.map((id, at) => (
        <Item key={id} id={id} index={from + at} count={ids.length} style={itemStyle(from + at, layout)} />
      ))}
    </ul>
  )
}
