import { useSignal } from '@preact/signals-react'
import { type ComponentType, useLayoutEffect, useRef } from 'react'
import styles from './VirtualGrid.module.css'
import { layoutOf, type Shape, windowOf } from './virtual.ts'

interface Props {
  /** What is in the grid; each is drawn by `Item`, which finds the rest by itself. */
  ids: readonly string[]
  shape: Shape
  Item: ComponentType<{ id: string; at: number; of: number }>
  label: string
}

/**
 * A grid of equal cards that scrolls with the page and draws only the rows in sight: a thousand machines cost as
 * much as the twenty that can be seen. A new status draws its own card and nothing of this.
 */
export function VirtualGrid({ ids, shape, Item, label }: Props) {
  const box = useRef<HTMLUListElement>(null)
  const width = useSignal(0)
  const rows = useSignal('0 0')
  const layout = layoutOf(ids.length, width.value, shape)

  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const look = () => {
      width.value = list.clientWidth
      const { rowHeight, rowCount } = layoutOf(ids.length, list.clientWidth, shape)
      const [first, last] = windowOf(
        -list.getBoundingClientRect().top,
        window.innerHeight,
        rowHeight,
        rowCount,
      )
      // Text, so that the same rows are the same value and nothing is drawn again.
      rows.value = `${first} ${last}`
    }
    const resized = new ResizeObserver(look)
    resized.observe(list)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    look()
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ids.length, shape, rows, width])

  const [first = 0, last = 0] = rows.value.split(' ').map(Number)
  const from = first * layout.columns
  const seen = ids.slice(from, last * layout.columns)
  return (
    <ul
      ref={box}
      className={styles.grid}
      aria-label={label}
      style={{
        blockSize: `${layout.height}px`,
        paddingBlockStart: `${first * layout.rowHeight}px`,
        gap: `${shape.gap}px`,
        gridTemplateColumns: `repeat(${layout.columns}, 1fr)`,
        gridAutoRows: `${layout.rowHeight - shape.gap}px`,
      }}
    >
      {seen.map((id, at) => (
        <Item key={id} id={id} at={from + at} of={ids.length} />
      ))}
    </ul>
  )
}
