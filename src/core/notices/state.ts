import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { InfoPush } from '../../contract/live.ts'

/** A server's message to the player, or the success of a command that some messages ask for. */
export type Notice = InfoPush | 'worked'

const noticesSignal = signal<readonly Notice[]>([])

/** Messages that are not shown yet, oldest first. */
export const queuedNotices: ReadonlySignal<readonly Notice[]> = noticesSignal

/** Queues a message for the player, whatever page is open. */
export function enqueueNotice(notice: Notice): void {
  noticesSignal.value = [...noticesSignal.peek(), notice]
}

/** Empties the queue and returns what it held. */
export function drainNotices(): readonly Notice[] {
  const all = noticesSignal.peek()
  if (all.length) noticesSignal.value = []
  return all
}
