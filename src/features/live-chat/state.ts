import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ChatIdentity } from '../../contract/chat.ts'
import { type PlayerRef, samePlayer } from '../../core/session/player.ts'
import { onSessionEnd } from '../../core/session/state.ts'

/** `hidden`: the player has hidden the window; the conversation continues in its iframe. */
export type Chat =
  | { status: 'closed' }
  | { status: 'opening' }
  | { status: 'open'; identity: ChatIdentity | undefined; hidden: boolean }

const CLOSED: Chat = { status: 'closed' }
const chatSignal = signal<Chat>(CLOSED)
/** The player who opened the chat last since the page was loaded. */
let lastPlayer: PlayerRef | undefined

/** The player's live chat. Nothing of the provider is loaded before the chat is opened. */
export const chat: ReadonlySignal<Chat> = chatSignal

/**
 * Whether another player used the chat in this document: the provider's page may remember that player. A chat
 * that is not closed is this player's.
 */
export const usedByOther = (player: PlayerRef): boolean =>
  chatSignal.peek().status === 'closed' && lastPlayer !== undefined && !samePlayer(lastPlayer, player)

/**
 * Shows a hidden chat, or begins to open it. Returns the `opening` state; undefined if nothing has to be
 * fetched.
 */
export function beginChat(): Chat | undefined {
  const current = chatSignal.peek()
  if (current.status === 'open') chatSignal.value = { ...current, hidden: false }
  if (current.status !== 'closed') return undefined
  const opening: Chat = { status: 'opening' }
  chatSignal.value = opening
  return opening
}

/** Opens the chat with an identity, unless the session has ended since `beginChat`. */
export function showChat(opening: Chat, player: PlayerRef, identity: ChatIdentity | undefined): void {
  if (chatSignal.peek() !== opening) return
  lastPlayer = player
  chatSignal.value = { status: 'open', identity, hidden: false }
}

export function hideChat(): void {
  const current = chatSignal.peek()
  chatSignal.value = current.status === 'open' ? { ...current, hidden: true } : CLOSED
}

/** Ends the conversation. */
export function closeChat(): void {
  chatSignal.value = CLOSED
}

onSessionEnd(closeChat)
