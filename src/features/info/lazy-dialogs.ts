import { lazyComponent } from '../../ui/lazy-component.tsx'

/* The windows, fetched when one is opened, or about to be. */

export const infoPageDialog = lazyComponent(() =>
  import('../../core/info-pages/InfoPageDialog.tsx').then((module) => module.InfoPageDialog),
)
export const textDialog = lazyComponent(() => import('./TextDialog.tsx').then((module) => module.TextDialog))
