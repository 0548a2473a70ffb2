/**
 * A signal that aborts as soon as one of the two does. Safari has `AbortSignal.any` from 17.4 on, Chrome from
 * 116.
 */
export function anySignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([first, second])
  const either = new AbortController()
  for (const signal of [first, second]) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    // The listener goes with the call, not with a signal that lives as long as the page.
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}

/** Settles as `work` does, but rejects as soon as the signal aborts. It does not stop the work. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const abort = () => fail(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    work.then(done, fail)
  })
}
