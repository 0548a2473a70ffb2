import { useSignal } from '@preact/signals-react'
import { type RefObject, useLayoutEffect } from 'react'
import { type RowRange, visibleRows } from './virtual-rows.ts'

/** For a list in a box `width` px wide: the height of a row with its gap, px, and the number of rows. */
type Measure = (width: number) => { rowHeight: number; rowCount: number }

const NO_ROWS: RowRange = { first: 0, last: 0 }

/**
 * The rows to draw of a list that scrolls with the page, updated on scroll and resize. `measure` may be a new
 * function only when the list changes.
 */
export function useVisibleRows(box: RefObject<HTMLElement | null>, measure: Measure): RowRange {
  const rows = useSignal(NO_ROWS)
  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const update = () => {
      const { rowHeight, rowCount } = measure(list.clientWidth)
      const above = -list.getBoundingClientRect().top
      const next = visibleRows(above, window.innerHeight, rowHeight, rowCount)
      const { first, last } = rows.peek()
      // The same range keeps its object, so that the list is not rendered again.
      if (next.first !== first || next.last !== last) rows.value = next
    }
    const resized = new ResizeObserver(update)
    resized.observe(list)
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    update()
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [box, measure, rows])
  return rows.value
}
