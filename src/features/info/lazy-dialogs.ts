import { lazyComponent } from '../../ui/lazy-component.tsx'

/* The windows, fetched when one is opened, or about to be. */

export const pageWindow = lazyComponent(() =>
  import('../../core/info-pages/InfoPageDialog.tsx').then((module) => module.PageWindow),
)
export const textWindow = lazyComponent(() => import('./TextDialog.tsx').then((module) => module.TextWindow))
