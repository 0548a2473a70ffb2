import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { InfoPush } from '../../contract/live.ts'

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

/** Queues the success of a command of the player. */
export const enqueueCommandSuccess = (): void => enqueue({ type: 'commandSucceeded' })

/** Empties the queue and returns what it held. */
export function drainNotices(): readonly Notice[] {
  const all = noticesSignal.peek()
  if (all.length) noticesSignal.value = []
  return all
}
