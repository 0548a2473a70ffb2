import { LazyPart, lazyComponent, noFallback } from '../../ui/lazy-component.tsx'
import { shownMachine } from './state.ts'

/** Fetched when there is a machine to come back to, which few players have. */
const dialog = lazyComponent(() => import('./ReconnectDialog.tsx').then((module) => module.ReconnectDialog))

/** The way back to the machine this player has, once it is wanted and there. */
export function LazyReconnectDialog() {
  return shownMachine.value || dialog.loaded.value ? (
    <LazyPart part={dialog} props={{}} fallback={noFallback} />
  ) : null
}
