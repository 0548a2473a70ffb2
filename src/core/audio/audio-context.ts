/* The page's only AudioContext: browsers allow few, and each one keeps the sound hardware awake. */

let context: AudioContext | undefined
let handles = 0

/** Browsers start a context only after a gesture, and log a warning about one that is created before it. */
const hasGesture = () => navigator.userActivation?.hasBeenActive !== false

function resume(): void {
  // Safari has a fourth state, `interrupted`, such as after a phone call.
  if (context && context.state !== 'running' && !document.hidden) context.resume().catch(() => {})
}

function handleVisibility(): void {
  if (document.hidden) context?.suspend().catch(() => {})
  else resume()
}

export interface AudioContextHandle {
  /** The running context; undefined before the first gesture. */
  context(): AudioContext | undefined
  /** Releases this handle. The last release closes the context. */
  release(): void
}

/**
 * Shares the page's context. It is created by the first call of `context()`, suspended while the page is
 * hidden, and resumed by a gesture.
 */
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
