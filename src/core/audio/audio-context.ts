import { signal } from '@preact/signals-react'

/** The page's only AudioContext: browsers allow few, and each one keeps the sound hardware awake. */
const shared = signal<AudioContext | undefined>()
let handles = 0

/**
 * The next gesture replaces a context that does not run this long after an earlier one has resumed it, ms.
 */
const RESUME_MS = 1000
/** When a gesture first resumed the context that has not run since; a time of `performance.now()`. */
let resumedAt: number | undefined

/** Browsers start a context only after a gesture, and log a warning about one that is created before it. */
const hasGesture = () => navigator.userActivation?.hasBeenActive !== false

function resume(): void {
  const context = shared.peek()
  // Safari has a fourth state, `interrupted`, such as after a phone call.
  if (context && context.state !== 'running' && !document.hidden) context.resume().catch(() => {})
}

/** On an iPhone a call may end a context for good: `resume()` then never settles. */
function handleGesture(): void {
  const context = shared.peek()
  if (!context || context.state === 'running' || document.hidden) {
    resumedAt = undefined
    return
  }
  resumedAt ??= performance.now()
  if (context.state === 'closed' || performance.now() - resumedAt >= RESUME_MS) {
    resumedAt = undefined
    context.close().catch(() => {})
    shared.value = new AudioContext()
  }
  resume()
}

function handleVisibility(): void {
  if (document.hidden)
    shared
      .peek()
      ?.suspend()
      .catch(() => {})
  else resume()
}

export interface AudioContextHandle {
  /**
   * The running context; undefined before the first gesture. An effect that reads it follows a replacement.
   */
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
    addEventListener('pointerdown', handleGesture)
    addEventListener('keydown', handleGesture)
    document.addEventListener('visibilitychange', handleVisibility)
  }
  let held = true
  return {
    context() {
      if (!held || !hasGesture()) return undefined
      if (!shared.peek()) shared.value = new AudioContext()
      resume()
      return shared.value
    },
    release() {
      if (!held) return
      held = false
      handles--
      if (handles > 0) return
      removeEventListener('pointerdown', handleGesture)
      removeEventListener('keydown', handleGesture)
      document.removeEventListener('visibilitychange', handleVisibility)
      shared
        .peek()
        ?.close()
        .catch(() => {})
      shared.value = undefined
      resumedAt = undefined
    },
  }
}
