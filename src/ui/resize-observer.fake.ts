import { vi } from 'vitest'

/** For tests: replaces ResizeObserver. The returned function reports a resize to the newest observer. */
export function fakeResizeObserver(): () => void {
  let report = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        report = onResize
      }
      observe() {}
      disconnect() {}
    },
  )
  return () => report()
}
