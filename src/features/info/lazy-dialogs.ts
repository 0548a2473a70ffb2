import { type LazyComponent, lazyComponent } from '../../core/slots/lazy.tsx'
import { t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'

/* The windows, fetched when one is opened, or about to be. */

export const pageWindow = lazyComponent(() =>
  import('../../core/info-pages/InfoPageDialog.tsx').then((module) => module.PageWindow),
)
export const textWindow = lazyComponent(() => import('./TextDialog.tsx').then((module) => module.TextWindow))

/** Fetches it, and says so where it does not come. */
export async function want<P>({ preload, loaded }: LazyComponent<P>): Promise<void> {
  await preload()
  if (loaded.peek() === 'failed') toast(t('app.chunkFailed'), { kind: 'danger' })
}
