import { effect, untracked } from '@preact/signals-react'
import { Code } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import type { Dispose } from '../../contract/result.ts'
import { resync } from '../../core/connection/actions.ts'
import { pathname } from '../../core/router/pathname.ts'
import { findRoute } from '../../core/router/routes.ts'
import { LazyPart, lazy, noFallback } from '../../ui/lazy.tsx'
import { applySession, ownMachine } from '../lobby/state.ts'
import { dispatch, type Event, shownMachine, statusOf } from './state.ts'

/** Loaded once the player has a machine to return to, which is rare. */
const dialog = lazy(() => import('./ReconnectDialog.tsx').then((module) => module.ReconnectDialog))

/** The dialog that leads back to the player's machine. Draws nothing before the player has one. */
export function ReconnectLayer() {
  return shownMachine.value || dialog.loaded.value ? (
    <LazyPart part={dialog} props={{}} fallback={noFallback} />
  ) : null
}

/** Handles the messages to a game page that also concern the dialog. */
export function handleGameInfo({ code, params }: Pick<InfoPush, 'code' | 'params'>): void {
  if (code === Code.takenOver) dispatch({ type: 'takenOver' })
  if (code !== Code.seatedElsewhere) return
  const { machineId, name = '' } = params
  if (machineId !== undefined && !ownMachine.peek()) {
    applySession({ status: true, id: String(machineId), name: String(name) })
  }
  void resync()
}

/** Dispatches the changes of page and machine to the dialog's state, until disposed. */
export function startReconnect(): Dispose {
  const follow = (event: () => Event) =>
    effect(() => {
      const now = event()
      untracked(() => dispatch(now))
    })
  const stops = [
    // Set the page first, so that a push about the machine on this page opens no dialog.
    follow(() => ({ type: 'page', id: findRoute(pathname.value)?.params.gameId })),
    follow(() => {
      const own = ownMachine.value
      const machine = own && { id: own.id, name: own.name || own.id, status: statusOf(own.status) }
      return { type: 'session', machine }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    dispatch({ type: 'loggedOut' })
  }
}
