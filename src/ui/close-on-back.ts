import type { Dispose } from '../contract/result.ts'

/** Chrome has it from 126 on; TypeScript's library lacks it. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/**
 * Calls `close` on Android's back gesture, which would otherwise leave the page. A `<dialog>` that is open by
 * `showModal`, and a popover, need no watcher.
 */
export function closeOnBack(close: () => void): Dispose {
  const Watcher = Reflect.get(window, 'CloseWatcher') as (new () => CloseWatcher) | undefined
  if (!Watcher) return () => {}
  const watcher = new Watcher()
  watcher.onclose = close
  return () => watcher.destroy()
}
