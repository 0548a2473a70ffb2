import { effect, type ReadonlySignal, untracked } from '@preact/signals-react'
import { useEffect } from 'react'
import type { LoadStatus } from '../../contract/result.ts'

/** Asks for something when a page that shows it is opened, and again when it was emptied under the page. */
export function useLoadOnOpen(load: ReadonlySignal<LoadStatus>, open: () => Promise<void>): void {
  useEffect(() => {
    let asked = false
    return effect(() => {
      const idle = load.value === 'idle'
      if (asked && !idle) return
      asked = true
      untracked(() => void open())
    })
  }, [load, open])
}
