import { useSignal } from '@preact/signals-react'
import { type RefObject, useLayoutEffect } from 'react'

/** How many of the `widths` fit into `room`, px; unless all do, `last` needs its place too. */
export function countFitting(widths: readonly number[], room: number, last: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0)
  if (all <= room) return widths.length
  let used = last
  const over = widths.findIndex((width) => {
    used += width
    return used > room
  })
  return over < 0 ? widths.length : over
}

/**
 * How many `[data-fit]` children of a list fit into its width; measured before the first paint and at each
 * resize. `[data-last]` is the button for the rest. A new `key` means that the children have changed.
 */
export function useOverflowCount(list: RefObject<HTMLElement | null>, key: string): number {
  const count = useSignal({ key, fits: Number.POSITIVE_INFINITY })
  // Changed children are all drawn once, to be measured.
  const fits = count.value.key === key ? count.value.fits : Number.POSITIVE_INFINITY
  useLayoutEffect(() => {
    const row = list.current
    if (!row) return undefined
    const width = (one: Element) => one.getBoundingClientRect().width
    const widths = [...row.querySelectorAll(':scope > [data-fit]')].map(width)
    const last = [...row.querySelectorAll(':scope > [data-last]')].map(width)[0] ?? 0
    const measure = () => {
      const next = countFitting(widths, row.clientWidth, last)
      if (next !== count.peek().fits || count.peek().key !== key) count.value = { key, fits: next }
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    return () => observer.disconnect()
  }, [list, key, count])
  return fits
}
