import { lazyComponent } from '../../ui/lazy-component.tsx'

/** What is in the navbar: at once where it stands at the side, with the drawer where it is one. */
export const navContents = lazyComponent<{ drawer?: boolean }>(() =>
  import('./NavContents.tsx').then((module) => module.NavContents),
)
