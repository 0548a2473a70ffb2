import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'

/** A page's own wait: the reels run, and `text` says for what. */
export function Waiting({ text }: { text?: string | false | undefined }) {
  return (
    <div className="waiting" aria-busy={!text} role={text ? 'status' : undefined}>
      <Logo spinning />
      {text && <p className="waiting-text">{text}</p>}
    </div>
  )
}

/** A chunk that did not come is not asked for again by every browser; a reload always is. */
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

/** A page in a chunk of its own: `preload` fetches it ahead, `Lazy` draws it and fetches it at the latest. */
export interface LazyComponent<P> {
  loaded: ReadonlySignal<ComponentType<P> | 'failed' | undefined>
  preload(): Promise<void>
}

/** Names a page that is fetched when it is wanted. */
export function lazyComponent<P>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  const loaded = signal<ComponentType<P> | 'failed' | undefined>(undefined)
  let asked: Promise<void> | undefined
  const preload = (): Promise<void> => {
    asked ??= load().then(
      (page) => {
        loaded.value = page
      },
      () => {
        loaded.value = 'failed'
      },
    )
    return asked
  }
  return { loaded, preload }
}

/** Draws a part that nobody waits for: nothing until it is there, and nothing where it does not come. */
export function Later<P extends object>({ page, props }: { page: LazyComponent<P>; props: P }) {
  const Loaded = page.loaded.value
  void page.preload()
  return typeof Loaded === 'function' ? <Loaded {...props} /> : null
}

/** Draws a lazy page, or the wait for it. */
export function Lazy<P extends object>({ page, props }: { page: LazyComponent<P>; props: P }) {
  const Loaded = page.loaded.value
  if (Loaded === 'failed') return <ChunkFailed />
  if (Loaded) return <Loaded {...props} />
  page.preload()
  return <Waiting />
}
