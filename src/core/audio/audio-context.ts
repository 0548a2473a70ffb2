/* The page's one AudioContext: browsers allow few, and each keeps the sound hardware awake. */

let context: AudioContext | undefined
let handles = 0

/** Browsers let a page be heard only after a gesture, and complain of one that tries before. */
const hasGesture = () => navigator.userActivation?.hasBeenActive !== false

function resume(): void {
  // Safari has a fourth state, of a page that was interrupted by a call.
  if (context && context.state !== 'running' && !document.hidden) context.resume().catch(() => {})
}

function handleVisibility(): void {
  if (document.hidden) context?.suspend().catch(() => {})
  else resume()
}

export interface AudioContextHandle {
  /** The context, awake; undefined before the first gesture. */
  context(): AudioContext | undefined
  /** Gives it back. The last one closes it. */
  release(): void
}

/** Holds the page's context, which is made when it is first asked for, sleeps with the page, and wakes with a gesture. */
export function acquireAudioContext(): AudioContextHandle {
  handles++
  if (handles === 1) {
    addEventListener('pointerdown', resume)
    addEventListener('keydown', resume)
    document.addEventListener('visibilitychange', handleVisibility)
  }
  let held = true
  return {
    context() {
      if (!held || !hasGesture()) return undefined
      context ??= new AudioContext()
      resume()
      return context
    },
    release() {
      if (!held) return
      held = false
      handles--
      if (handles > 0) return
      removeEventListener('pointerdown', resume)
      removeEventListener('keydown', resume)
      document.removeEventListener('visibilitychange', handleVisibility)
      context?.close().catch(() => {})
      context = undefined
    },
  }
}
