import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType, ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { Logo } from './Logo.tsx'

/** A component, or a module with several, in a chunk of its own. */
export interface Lazy<T> {
  loaded: ReadonlySignal<T | 'failed' | undefined>
  /** Loads the chunk once; after a failure the next call loads it again. Also resolves after a failure. */
  preload(): Promise<void>
}

export function lazy<T extends object>(load: () => Promise<T>): Lazy<T> {
  const loaded = signal<T | 'failed' | undefined>(undefined)
  let request: Promise<void> | undefined
  const preload = () => {
    request ??= load().then(
      (value) => {
        loaded.value = value
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

/** The loaded value of a lazy chunk. Reads a signal. */
export function loadedOf<T>({ loaded }: Lazy<T>): T | undefined {
  return loaded.value === 'failed' ? undefined : loaded.value
}

/** One part of a lazy module. */
export function pick<M extends object, T extends object>(
  { loaded, preload }: Lazy<M>,
  select: (module: M) => T,
): Lazy<T> {
  const part = computed(() => {
    const module = loaded.value
    return module && module !== 'failed' ? select(module) : module
  })
  return { loaded: part, preload }
}

interface LazyPartProps<P> {
  part: Lazy<ComponentType<P>>
  props: P
  /** Drawn while the chunk loads or after it has failed to load; by default the screens of a page. */
  fallback?: (failed: boolean) => ReactNode
}

/** Draws a lazy component, and loads it if necessary. For parts that the player opens, use `LazyDialog`. */
export function LazyPart<P extends object>({ part, props, fallback = pageFallback }: LazyPartProps<P>) {
  const Loaded = part.loaded.value
  if (typeof Loaded === 'function') return <Loaded {...props} />
  if (!Loaded) void part.preload()
  return fallback(Loaded === 'failed')
}

/**
 * A component of a module that other code loads once the page can be used. Until then it draws its children,
 * so that no page waits for it. It must not move other content, so its room is reserved or nothing follows
 * it.
 */
export function latePart<M extends object, P extends object>(
  module: Lazy<M>,
  select: (module: M) => ComponentType<P>,
): (props: P & { children?: ReactNode }) => ReactNode {
  return ({ children, ...props }) => {
    const loaded = loadedOf(module)
    if (!loaded) return children
    const Loaded = select(loaded) as ComponentType<object>
    return <Loaded {...props} />
  }
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
      <div role="alert">
        <h1 className="waiting-text">{t('app.chunkFailed')}</h1>
      </div>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('app.retry')}
      </Button>
    </main>
  )
}

const pageFallback = (failed: boolean): ReactNode => (failed ? <ChunkFailed /> : <PageLoading />)

/** The fallback of a part that may be missing while it loads. */
export const noFallback = (): null => null
