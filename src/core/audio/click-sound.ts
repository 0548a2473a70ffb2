import { untracked } from '@preact/signals-react'
import { findRoute } from '../router/find-route.ts'
import { pathname } from '../router/pathname.ts'
import { type AudioContextHandle, acquireAudioContext } from './audio-context.ts'
import { clicksEnabled } from './feedback-preferences.ts'
import { loadVolume, muted, volume } from './sound.ts'

/** The click: a short fall in pitch, like a key press. LOUDEST is its gain at full volume. */
const FROM_HZ = 1800
const TO_HZ = 600
const LASTS_S = 0.03
const LOUDEST = 0.15

const CLICKABLE = 'button, a[href], [role=button], [role=switch], summary'

let audio: AudioContextHandle | undefined

function tick(): void {
  if (muted.peek() || volume.peek() === 0 || !untracked(clicksEnabled)) return
  const context = audio?.context()
  if (!context) return
  const now = context.currentTime
  const tone = context.createOscillator()
  const gain = context.createGain()
  tone.frequency.setValueAtTime(FROM_HZ, now)
  tone.frequency.exponentialRampToValueAtTime(TO_HZ, now + LASTS_S)
  gain.gain.setValueAtTime(volume.peek() * LOUDEST, now)
  gain.gain.exponentialRampToValueAtTime(0.0001, now + LASTS_S)
  tone.connect(gain).connect(context.destination)
  tone.start(now)
  tone.stop(now + LASTS_S)
}

const clickable = ({ target }: Event) => {
  const found = target instanceof Element ? target.closest(CLICKABLE) : null
  return found !== null && !found.matches(':disabled, [aria-disabled=true]')
}

/**
 * Buttons and links click when they are touched or pressed with a key, at the player's volume, for as long as
 * the page lives. The sound is synthesised; no file is fetched.
 */
export function startClickSound(): void {
  if (audio) return
  audio = acquireAudioContext()
  // A game has already read the volume, and its player may have muted it.
  if (findRoute(pathname.peek())?.page !== 'game') loadVolume()
  const touch = (event: PointerEvent) => {
    if (event.button === 0 && clickable(event)) tick()
  }
  const press = (event: KeyboardEvent) => {
    const isPress = (event.key === 'Enter' || event.key === ' ') && !event.repeat
    if (isPress && clickable(event)) tick()
  }
  addEventListener('pointerdown', touch, true)
  addEventListener('keydown', press, true)
}
