import { loadVolume, muted, volume } from '../game/sound.ts'
import { pathname } from '../session/gate.ts'

/** The tick: a short fall in pitch, as of a key that is pressed. Hz, seconds, and its loudest at full volume. */
const FROM_HZ = 1800
const TO_HZ = 600
const LASTS_S = 0.03
const LOUDEST = 0.15

const CLICKABLE = 'button, a[href], [role=button], summary'

let context: AudioContext | undefined
let started = false

/** Browsers let a page be heard only after a gesture, and complain of one that tries before. */
function heard(): AudioContext | undefined {
  if (!navigator.userActivation?.hasBeenActive) return undefined
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

function tick(): void {
  if (muted.peek() || volume.peek() === 0) return
  const audio = heard()
  if (!audio) return
  const now = audio.currentTime
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  tone.frequency.setValueAtTime(FROM_HZ, now)
  tone.frequency.exponentialRampToValueAtTime(TO_HZ, now + LASTS_S)
  gain.gain.setValueAtTime(volume.peek() * LOUDEST, now)
  gain.gain.exponentialRampToValueAtTime(0.0001, now + LASTS_S)
  tone.connect(gain).connect(audio.destination)
  tone.start(now)
  tone.stop(now + LASTS_S)
}

const clickable = ({ target }: Event) => {
  const found = target instanceof Element ? target.closest(CLICKABLE) : null
  return found !== null && !found.matches(':disabled, [aria-disabled=true]')
}

/**
 * From now on buttons and links tick when they are touched or pressed with a key, as loud as the player has set the
 * sound and not at all where it is off. Nothing is fetched for it. For as long as the page lives.
 */
export function startClicks(): void {
  if (started) return
  started = true
  // A game has read it already, and its player may have silenced it.
  if (!pathname.peek().startsWith('/game')) loadVolume()
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
