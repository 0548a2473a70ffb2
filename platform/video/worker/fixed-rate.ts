/** Calls back at an even pace; returns its end. */
export function everyFrame(perSecond: number, callback: (now: number) => void): () => void {
  const step = 1000 / perSecond
  let next = performance.now() + step
  let timer = setTimeout(beat, step)
  function beat() {
    callback(Date.now())
    // Measured from the start, so that late timers do not add up; frames that were missed are left out.
    next += step
    const now = performance.now()
    if (next < now) next = now + step - ((now - next) % step)
    timer = setTimeout(beat, next - now)
  }
  return () => clearTimeout(timer)
}

const MOST_BEHIND_MS = 60

/** Calls back once for every `stepMs` that has passed, in order, also for those a busy moment delayed. */
export function everyStep(stepMs: number, wakeMs: number, callback: (at: number) => void): () => void {
  let at = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    // A machine that can not keep up leaves a gap; made up for in full it would have no time left to draw.
    if (now - at > MOST_BEHIND_MS || now < at) at = now - stepMs
    while (at + stepMs <= now) {
      callback(at)
      at += stepMs
    }
  }, wakeMs)
  return () => clearInterval(timer)
}
