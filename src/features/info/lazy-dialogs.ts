import { t } from '../../i18n/index.ts'
import { type LazyPage, lazyPage } from '../../core/slots/lazy.tsx'
import { toast } from '../../ui/toast.ts'

/* The windows, fetched when one is opened, or about to be. */

export const pageWindow = lazyPage(() => import('./InfoPageDialog.tsx').then((module) => module.PageWindow))
export const textWindow = lazyPage(() => import('./TextDialog.tsx').then((module) => module.TextWindow))

/** Fetches it, and says so where it does not come. */
export async function want<P>({ preload, loaded }: LazyPage<P>): Promise<void> {
  await preload()
  if (loaded.peek() === 'failed') toast(t('app.chunkFailed'), { kind: 'danger' })
}
