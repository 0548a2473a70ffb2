import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType, ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { Logo } from './Logo.tsx'

/** A component in a chunk of its own. */
export interface LazyComponent<P> {
  loaded: ReadonlySignal<ComponentType<P> | 'failed' | undefined>
  /** Loads the chunk once; after a failure the next call loads it again. Resolves also when it fails. */
  preload(): Promise<void>
}

export function lazyComponent<P>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  const loaded = signal<ComponentType<P> | 'failed' | undefined>(undefined)
  let request: Promise<void> | undefined
  const preload = () => {
    request ??= load().then(
      (component) => {
        loaded.value = component
      },
      () => {
        request = undefined
        loaded.value = 'failed'
      },
    )
    return request
  }
  return { loaded, preload }
}

interface LazyPartProps<P> {
  part: LazyComponent<P>
  props: P
  /** What is drawn until the chunk has loaded, or once it has failed to; by default the screens of a page. */
  fallback?: (failed: boolean) => ReactNode
}

/** Draws a lazy component, and loads it if nothing has yet. Opened by the player: `LazyDialog` in open-lazy.tsx. */
export function LazyPart<P extends object>({ part, props, fallback = pageFallback }: LazyPartProps<P>) {
  const Loaded = part.loaded.value
  if (typeof Loaded === 'function') return <Loaded {...props} />
  if (!Loaded) void part.preload()
  return fallback(Loaded === 'failed')
}

/** The loading screen of a page, with an optional status text. */
export function PageLoading({ text }: { text?: string | false | undefined }) {
  return (
    <div className="waiting" aria-busy={!text} role={text ? 'status' : undefined}>
      <Logo spinning />
      {text && <p className="waiting-text">{text}</p>}
    </div>
  )
}

/** The failure screen of a page. It reloads, because not every browser fetches a failed module again. */
export function ChunkFailed() {
  return (
    <main className="waiting">
      <p className="waiting-text" role="alert">
        {t('app.chunkFailed')}
      </p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('app.retry')}
      </Button>
    </main>
  )
}

const pageFallback = (failed: boolean): ReactNode => (failed ? <ChunkFailed /> : <PageLoading />)

/** For a part that no page waits for. */
export const noFallback = (): null => null
