import { computed, effect, untracked } from '@preact/signals-react'
import { Code } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import { type Dispose, disposeAll } from '../../contract/result.ts'
import { resync } from '../../core/connection/actions.ts'
import { seat, setLeaveEmptySeat } from '../../core/connection/state.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { sessionArea } from '../../core/session/stored-token.ts'
import { read, write } from '../../core/storage/storage.ts'
import { LazyPart, loadedOf, noFallback } from '../../ui/lazy.tsx'
import { emptySeatId, ownMachine, rememberMachine } from '../lobby/state.ts'
import { heldMachineParts, reconnectDialog } from './late.ts'
import { startRemembering } from './remembered.ts'
import { dispatch, type Event, reconnect, shownMachine, statusOf } from './state.ts'

/** The choice to keep a machine as it is, for reloads and for the player's other tabs. */
const KEPT_KEY = 'reelcast.kept'

/** The dialog that leads back to the player's machine. Draws nothing before the player has one. */
export function ReconnectLayer() {
  return shownMachine.value || reconnectDialog.loaded.value ? (
    <LazyPart part={reconnectDialog} props={{}} fallback={noFallback} />
  ) : null
}

/** Handles the messages to a game page that also concern the dialog. */
export function handleGameInfo({ code, params }: Pick<InfoPush, 'code' | 'params'>): void {
  if (code === Code.takenOver) dispatch({ type: 'takenOver' })
  if (code !== Code.seatedElsewhere) return
  const { machineId, name = '' } = params
  if (machineId !== undefined && !ownMachine.peek()) {
    rememberMachine({ id: String(machineId), name: String(name), status: undefined })
  }
  void resync()
}

/** Dispatches the changes of page and machine to the dialog's state, until disposed. */
export function startHeldMachineSync(): Dispose {
  const follow = (event: () => Event) =>
    effect(() => {
      const now = event()
      untracked(() => dispatch(now))
    })
  const kept = read(sessionArea(), KEPT_KEY)
  if (kept) dispatch({ type: 'keep', id: kept })
  const keptId = computed(() => reconnect.value.kept)
  setLeaveEmptySeat((nextId) => {
    const id = emptySeatId.peek()
    if (id === undefined || id === nextId) return undefined
    return heldMachineParts.preload().then(() => loadedOf(heldMachineParts)?.leaveSeat(id))
  })
  return disposeAll([
    startRemembering(),
    // Only a new choice is written: a logout has wiped the storage before the rest of the state changes.
    effect(() => {
      const id = keptId.value
      untracked(() => write(sessionArea(), KEPT_KEY, id))
    }),
    // Set the page first, so that a push about the machine on this page opens no dialog.
    follow(() => ({ type: 'page', id: findRoute(pathname.value)?.params.gameId })),
    follow(() => {
      const own = ownMachine.value
      const { id, cabinet } = seat.value ?? {}
      const isHandPay = id === own?.id && cabinet?.status === 'hand-pay'
      const machine = own && {
        id: own.id,
        name: own.name || own.id,
        status: isHandPay ? ('hand-pay' as const) : statusOf(own.status),
        isEmpty: own.id === emptySeatId.value,
        ...(id === own.id && cabinet?.transfer && { isInTransit: true }),
      }
      return { type: 'session', machine }
    }),
    () => dispatch({ type: 'loggedOut' }),
  ])
}
