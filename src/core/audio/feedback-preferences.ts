import { deviceSignal } from '../storage/device-signal.ts'
import { write } from '../storage/storage.ts'

/* The player's choice among the feedback that the operator allows, stored on the device like the volume. */

/** Stores one letter for each kind that is switched off. */
const KEY = 'reelcast.feel'
const LETTERS = { clicks: 'c', vibration: 'v', losses: 'l' } as const
type Kind = keyof typeof LETTERS

const disabledSignal = deviceSignal(KEY, (stored) => stored ?? '')

const isEnabled = (kind: Kind) => () => !disabledSignal.value.includes(LETTERS[kind])

/** The player allows click sounds. */
export const clicksEnabled = isEnabled('clicks')
/** The player allows vibration. */
export const vibrationEnabled = isEnabled('vibration')
/** Screen readers also read out spins that win nothing. */
export const lossesSpoken = isEnabled('losses')

export function toggleFeedback(kind: Kind): void {
  const letter = LETTERS[kind]
  disabledSignal.value = disabledSignal.peek().includes(letter)
    ? disabledSignal.peek().replace(letter, '')
    : disabledSignal.peek() + letter
  write('local', KEY, disabledSignal.value || undefined)
}
