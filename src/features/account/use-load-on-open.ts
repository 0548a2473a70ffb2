import { effect, type ReadonlySignal, untracked } from '@preact/signals-react'
import { useEffect } from 'react'
import type { LoadStatus } from '../../contract/result.ts'

/** Loads data when a page opens, and again when the state is reset while the page is open. */
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
