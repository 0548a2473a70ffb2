import { signal } from '@preact/signals-react'
import { read, write } from '../storage/storage.ts'

/* What the player wants of what the operator allows; kept on the device, as the volume is. */

/** Holds a letter for each that is switched off. */
const KEY = 'reelcast.feel'
const LETTERS = { clicks: 'c', vibration: 'v' } as const
type Kind = keyof typeof LETTERS

const disabledSignal = signal(read('local', KEY) ?? '')

const isEnabled = (kind: Kind) => () => !disabledSignal.value.includes(LETTERS[kind])

/** Buttons may tick. */
export const clicksEnabled = isEnabled('clicks')
/** The device may vibrate. */
export const vibrationEnabled = isEnabled('vibration')

/** Switches one of them on or off. */
export function toggleFeedback(kind: Kind): void {
  const letter = LETTERS[kind]
  disabledSignal.value = disabledSignal.peek().includes(letter)
    ? disabledSignal.peek().replace(letter, '')
    : disabledSignal.peek() + letter
  write('local', KEY, disabledSignal.value || undefined)
}
