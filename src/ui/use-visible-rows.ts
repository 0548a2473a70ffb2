import { useSignal } from '@preact/signals-react'
import { type RefObject, useLayoutEffect } from 'react'
import { windowOf } from './virtual-rows.ts'

/** Of a list in a box so many px wide: the height of a row with its gap, px, and how many there are. */
type Measure = (width: number) => { rowHeight: number; rowCount: number }

/**
 * The rows to draw of a list that scrolls with the page, from the first up to but not including the last, renewed
 * as it scrolls or is resized. `measure` is another function only when the list is another.
 */
export function useRowsInSight(box: RefObject<HTMLElement | null>, measure: Measure): [number, number] {
  const rows = useSignal('0 0')
  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const look = () => {
      const { rowHeight, rowCount } = measure(list.clientWidth)
      const above = -list.getBoundingClientRect().top
      // Text, so that the same rows are the same value and nothing is drawn again.
      rows.value = windowOf(above, window.innerHeight, rowHeight, rowCount).join(' ')
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
  }, [box, measure, rows])
  const [first = 0, last = 0] = rows.value.split(' ').map(Number)
  return [first, last]
}
