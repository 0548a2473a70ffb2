import { effect, untracked } from '@preact/signals-react'
import { Code } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import { rejoin } from '../../core/connection/actions.ts'
import { pathname } from '../../core/router/pathname.ts'
import { partsOf } from '../../core/router/route-params.ts'
import { clearSlot, fillSlot } from '../../core/slots/slots.ts'
import { ownMachine, takeSession } from '../lobby/state.ts'
import { ReconnectDoor } from './LazyReconnectDialog.tsx'
import { type Event, happened, statusOf } from './state.ts'

/** The machine whose page an address is; undefined for every other page. */
function machineAt(path: string): string | undefined {
  return partsOf(path).gameId
}

/** What a game page is told that means something for the dialog as well. */
export function hear({ code, params }: Pick<InfoPush, 'code' | 'params'>): void {
  if (code === Code.takenOver) happened({ type: 'takenOver' })
  if (code !== Code.seatedElsewhere) return
  const { machineId, name = '' } = params
  if (machineId !== undefined && !ownMachine.peek()) {
    takeSession({ status: true, id: String(machineId), name: String(name) })
  }
  void rejoin()
}

/** Lets the dialog know what happens around it, and draws it over every page. Gives a way to stop. */
export function watchReconnect(): () => void {
  const follow = (event: () => Event) =>
    effect(() => {
      const now = event()
      untracked(() => happened(now))
    })
  const stops = [
    // The page first: what is said of a machine that is being played asks for nothing.
    follow(() => ({ type: 'page', id: machineAt(pathname.value) })),
    follow(() => {
      const own = ownMachine.value
      const seat = own && { id: own.id, name: own.name || own.id, status: statusOf(own.status) }
      return { type: 'session', seat }
    }),
  ]
  fillSlot('layers', ReconnectDoor, 'reconnect')
  return () => {
    for (const stop of stops) stop()
    clearSlot('layers', 'reconnect')
    happened({ type: 'loggedOut' })
  }
}
