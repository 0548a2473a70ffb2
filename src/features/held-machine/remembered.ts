import { effect, untracked } from '@preact/signals-react'
import { fromJson } from '../../contract/json.ts'
import type { Dispose } from '../../contract/result.ts'
import { type MachineCredit, playedMachine } from '../../core/connection/machine-credit.ts'
import { currentToken } from '../../core/session/state.ts'
import { sessionArea } from '../../core/session/stored-token.ts'
import { read, write } from '../../core/storage/storage.ts'
import { ownMachine, rememberMachine } from '../lobby/state.ts'

/** The machine that the player plays or has left with credit, where the server does not report it. */
const HELD_KEY = 'reelcast.held'

function storedMachine() {
  const { id, name } = Object(fromJson(read(sessionArea(), HELD_KEY)))
  return typeof id === 'string' ? { id, name: String(name), status: 'waiting' as const } : undefined
}

/** An unknown credit may be one. */
const mayHoldCredit = ({ credit, isWithheld, transfer, handPay }: MachineCredit) =>
  credit !== 0 || isWithheld || !!transfer || !!handPay

/** Remembers the player's machine behind a server without `session` pushes, until disposed. */
export function startRemembering(): Dispose {
  const stored = storedMachine()
  if (stored && !ownMachine.peek()) rememberMachine(stored)
  let last: MachineCredit | undefined
  return effect(() => {
    const own = ownMachine.value
    const played = playedMachine.value
    const machine = played ?? last
    last = played
    // The end of a login has wiped the storage.
    if (currentToken() === undefined) return
    const isReported = own !== undefined && !own.isRemembered
    const held = isReported || (machine && !mayHoldCredit(machine)) ? undefined : (machine ?? own)
    const next = held && { id: held.id, name: held.name }
    untracked(() => {
      write(sessionArea(), HELD_KEY, next && JSON.stringify(next))
      if (isReported) return
      // A game in progress handles the end of its own seat. The join has ended the seat at another machine.
      if (played && own && own.id !== played.id) rememberMachine(undefined)
      else if (!played && own?.id !== next?.id) rememberMachine(next && { ...next, status: 'waiting' })
    })
  })
}
