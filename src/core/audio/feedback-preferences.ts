import { signal } from '@preact/signals-react'
import { read, write } from '../storage/storage.ts'

/* What the player wants of what the operator allows; kept on the device, as the volume is. */

/** Holds a letter for each that is switched off. */
const KEY = 'reelcast.feel'
const LETTERS = { clicks: 'c', vibration: 'v' } as const
type Kind = keyof typeof LETTERS

const off = signal(read('local', KEY) ?? '')

const wish = (kind: Kind) => () => !off.value.includes(LETTERS[kind])

/** Buttons may tick. */
export const wantsClicks = wish('clicks')
/** The device may vibrate. */
export const wantsVibration = wish('vibration')

/** Switches one of them on or off. */
export function toggleWish(kind: Kind): void {
  const letter = LETTERS[kind]
  off.value = off.peek().includes(letter) ? off.peek().replace(letter, '') : off.peek() + letter
  write('local', KEY, off.value || undefined)
}
