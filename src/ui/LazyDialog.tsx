import { type ComponentType, useEffect } from 'react'
import { t } from '../i18n/index.ts'
import { type Lazy, LazyPart, noFallback } from './lazy.tsx'
import { toast } from './toast.ts'

/** Loads a part that the player opens. If its chunk fails to load, shows a notice and calls `onFailed`. */
export async function openLazy<T>({ preload, loaded }: Lazy<T>, onFailed?: () => void): Promise<void> {
  await preload()
  if (loaded.peek() !== 'failed') return
  onFailed?.()
  toast(t('app.chunkFailed'), { kind: 'danger', id: 'chunk' })
}

interface Props<P> {
  part: Lazy<ComponentType<P>>
  props: P
  open: boolean
  /** Called when the chunk fails to load; the next opening loads it again. */
  onFailed: () => void
}

/** Draws a lazy part while it is open, and loads it at the first opening. */
export function LazyDialog<P extends object>({ part, props, open, onFailed }: Props<P>) {
  useEffect(() => {
    if (open) void openLazy(part, onFailed)
  }, [open, part, onFailed])
  return open ? <LazyPart part={part} props={props} fallback={noFallback} /> : null
}
