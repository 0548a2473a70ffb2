import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { InfoPush } from '../../contract/live.ts'
import { onSessionEnd } from '../session/state.ts'

/** `off` before the first attempt and after a logout. */
export type Link = 'off' | 'connecting' | 'up' | 'down'
/** A server's message to the player; or a command of theirs `worked`, which is what some messages ask for. */
export type Word = InfoPush | 'worked'

const current = signal<Link>('off')
const since = signal(0)
const words = signal<readonly Word[]>([])
const floor = signal(false)

/** How the live connection is. */
export const link: ReadonlySignal<Link> = current
/** Since when it is down, ms since 1970. */
export const downSince: ReadonlySignal<number> = since
/** What is still to be told, oldest first: to be shown once it can be put into words. */
export const told: ReadonlySignal<readonly Word[]> = words

/** Can the floor be used? What can wait waits for that. */
export const floorReady: ReadonlySignal<boolean> = floor

/** The floor has its first answer, whatever it is. */
export function floorIsReady(): void {
  floor.value = true
}
onSessionEnd(() => {
  floor.value = false
})

/** The live connection changed, `at` ms since 1970. */
export function linkIs(next: Link, at: number): void {
  batch(() => {
    if (current.peek() !== 'down') since.value = at
    current.value = next
  })
}

/** There is something to tell the player, whatever page they are on. */
export function tell(word: Word): void {
  words.value = [...words.peek(), word]
}

/** Takes all that is to be told. */
export function takeTold(): readonly Word[] {
  const all = words.peek()
  if (all.length) words.value = []
  return all
}
