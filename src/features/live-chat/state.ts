import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ChatIdentity } from '../../contract/chat.ts'
import { onSessionEnd } from '../../core/session/state.ts'

/** `hidden`: put out of sight by the player; what is said meanwhile is not lost. */
export type Chat =
  | { is: 'closed' }
  | { is: 'opening' }
  | { is: 'open'; who: ChatIdentity | undefined; hidden: boolean }

const CLOSED: Chat = { is: 'closed' }
const current = signal<Chat>(CLOSED)
/** Whose chat was the last in this document. */
let last: string | undefined

/** The live chat of the player who is here. Nothing of its provider's is loaded before it is opened. */
export const chat: ReadonlySignal<Chat> = current

/** Has the provider's page had another player in this document? Its frame may remember them as long as that lives. */
export const isUsed = (player: string): boolean => last !== undefined && last !== player

/** Opens what is hidden, or begins to open. Gives the state that holds until it is open; undefined: nothing to do. */
export function beginChat(): Chat | undefined {
  const now = current.peek()
  if (now.is === 'open') current.value = { ...now, hidden: false }
  if (now.is !== 'closed') return undefined
  const opening: Chat = { is: 'opening' }
  current.value = opening
  return opening
}

/** It is known who talks. Does nothing when `opening` holds no more: the player is gone. */
export function showChat(opening: Chat, player: string, who: ChatIdentity | undefined): void {
  if (current.peek() !== opening) return
  last = player
  current.value = { is: 'open', who, hidden: false }
}

/** Puts it out of sight. */
export function hideChat(): void {
  const now = current.peek()
  current.value = now.is === 'open' ? { ...now, hidden: true } : CLOSED
}

// The frame goes with it.
onSessionEnd(() => {
  current.value = CLOSED
})
