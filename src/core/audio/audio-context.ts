/* The page's one AudioContext: browsers allow few, and each keeps the sound hardware awake. */

let context: AudioContext | undefined
let holders = 0

/** Browsers let a page be heard only after a gesture, and complain of one that tries before. */
const mayBeHeard = () => navigator.userActivation?.hasBeenActive !== false

function wake(): void {
  // Safari has a fourth state, of a page that was interrupted by a call.
  if (context && context.state !== 'running' && !document.hidden) context.resume().catch(() => {})
}

function follow(): void {
  if (document.hidden) context?.suspend().catch(() => {})
  else wake()
}

export interface HeldAudio {
  /** The context, awake; undefined before the first gesture. */
  context(): AudioContext | undefined
  /** Gives it back. The last one closes it. */
  release(): void
}

/** Holds the page's context, which is made when it is first asked for, sleeps with the page, and wakes with a gesture. */
export function holdAudio(): HeldAudio {
  holders++
  if (holders === 1) {
    addEventListener('pointerdown', wake)
    addEventListener('keydown', wake)
    document.addEventListener('visibilitychange', follow)
  }
  let held = true
  return {
    context() {
      if (!held || !mayBeHeard()) return undefined
      context ??= new AudioContext()
      wake()
      return context
    },
    release() {
      if (!held) return
      held = false
      holders--
      if (holders > 0) return
      removeEventListener('pointerdown', wake)
      removeEventListener('keydown', wake)
      document.removeEventListener('visibilitychange', follow)
      context?.close().catch(() => {})
      context = undefined
    },
  }
}
