import { useSignal } from '@preact/signals-react'
import { type ComponentType, type CSSProperties, type MouseEvent, useCallback, useRef } from 'react'
import { useLocation } from 'wouter'
import { useVisibleRows } from '../../ui/use-visible-rows.ts'
import { type CardShape, gridLayout, itemStyle } from '../../ui/virtual-rows.ts'
import styles from './VirtualGrid.module.css'

export interface ItemProps {
  id: string
  /** Its place in the list, from 0, of so many. */
  index: number
  count: number
  /** Where it stands in the grid. */
  style: CSSProperties
}

interface Props {
  /** What is in the grid; each is drawn by `Item`, which finds the rest by itself. */
  ids: readonly string[]
  shape: CardShape
  Item: ComponentType<ItemProps>
  label: string
}

/**
 * A grid of equal cards that scrolls with the page and draws only the rows in sight: a thousand machines cost as
 * much as the twenty that can be seen. A new status draws its own card and nothing of this. Each card has its own
 * fixed place, so that a row that comes into sight moves no other, and a plain link in it is followed from here.
 */
export function VirtualGrid({ ids, shape, Item, label }: Props) {
  const box = useRef<HTMLUListElement>(null)
  const width = useSignal(0)
  const [, navigate] = useLocation()
  const layout = gridLayout(ids.length, width.value, shape)
  const measure = useCallback(
    (wide: number) => {
      width.value = wide
      return gridLayout(ids.length, wide, shape)
    },
    [ids.length, shape, width],
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are followed, which Enter clicks as well
    <ul
      ref={box}
      className={styles.grid}
      aria-label={label}
      style={{ blockSize: layout.height }}
      onClick={follow}
    >
      {seen.map((id, at) => (
        <Item key={id} id={id} index={from + at} count={ids.length} style={itemStyle(from + at, layout)} />
      ))}
    </ul>
  )
}
