import { LazyPart, lazyComponent } from '../../ui/lazy-component.tsx'
import { shownSeat } from './state.ts'

/** Fetched when there is a machine to come back to, which few players have. */
const dialog = lazyComponent(() => import('./ReconnectDialog.tsx').then((module) => module.ReconnectDialog))

/** The way back to the machine this player has, once it is wanted and there. */
export function ReconnectDoor() {
  return shownSeat.value || dialog.loaded.value ? <LazyPart part={dialog} props={{}} /> : null
}
