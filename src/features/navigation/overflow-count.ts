import { useSignal } from '@preact/signals-react'
import { type RefObject, useLayoutEffect } from 'react'

/** How many of some widths stand in a row of `room`, px; when not all do, `last` must stand behind those that do. */
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
 * How many of a list's `[data-fit]` children fit into it, measured before they are seen and again with its width;
 * `[data-last]` is what stands for the others. `key` says when they are others.
 */
export function useOverflowCount(list: RefObject<HTMLElement | null>, key: string): number {
  const count = useSignal({ key, fits: Number.POSITIVE_INFINITY })
  // Others are all drawn once, to be measured.
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
