import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { InfoPush } from '../../contract/live.ts'
import type { Dispose } from '../../contract/result.ts'
import { isEchoOfEnd } from '../connection/own-end.ts'
import { onSessionEnd } from '../session/state.ts'

/** A server's message to the player, or the success of a command, which withdraws the idle warning. */
export type Notice =
  | { readonly type: 'message'; readonly info: InfoPush }
  | { readonly type: 'commandSucceeded' }

const noticesSignal = signal<readonly Notice[]>([])

/** Notices that are not shown yet, oldest first. */
export const queuedNotices: ReadonlySignal<readonly Notice[]> = noticesSignal

function enqueue(notice: Notice): void {
  noticesSignal.value = [...noticesSignal.peek(), notice]
}

/** Queues a server's message for the player, whatever page is open. */
export const enqueueMessage = (info: InfoPush): void => enqueue({ type: 'message', info })

let leaveGame: ((info: InfoPush) => void) | undefined

/** Registers how to leave the open game; its message is shown afterwards. */
export function setLeaveGame(leave: (info: InfoPush) => void): Dispose {
  leaveGame = leave
  return () => {
    if (leaveGame === leave) leaveGame = undefined
  }
}

/**
 * Leaves the open game if the message's action is `leave`. Queues any other message, unless it repeats what
 * the player has just done.
 */
export function receiveMessage(info: InfoPush): void {
  if (info.action === 'leave' && leaveGame) leaveGame(info)
  else if (!isEchoOfEnd(info)) enqueueMessage(info)
}

export const enqueueCommandSuccess = (): void => enqueue({ type: 'commandSucceeded' })

/** Empties the queue and returns what it held. */
export function drainNotices(): readonly Notice[] {
  const all = noticesSignal.peek()
  if (all.length) noticesSignal.value = []
  return all
}

onSessionEnd(() => void drainNotices())
