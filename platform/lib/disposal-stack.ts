/** Resources that are closed in the opposite order of opening. */
export interface DisposalStack {
  /** `inBackground`: starts in its turn, but the following ones do not wait for its end. */
  defer(dispose: () => unknown, inBackground?: boolean): void
  /**
   * Disposes of everything, last first. A failure is passed to `onError` and does not stop the others.
   * Idempotent.
   */
  dispose(): Promise<void>
  /** Whether `dispose` was called. */
  isDisposing(): boolean
}

export function createDisposalStack(onError: (error: unknown) => void): DisposalStack {
  const stack: { dispose: () => unknown; inBackground: boolean }[] = []
  let disposal: Promise<void> | undefined
  let isDisposing = false

  async function run(dispose: () => unknown): Promise<void> {
    try {
      await dispose()
    } catch (error) {
      onError(error)
    }
  }

  async function disposeAll(): Promise<void> {
    const background: Promise<void>[] = []
    for (const { dispose, inBackground } of stack.reverse()) {
      const finished = run(dispose)
      if (inBackground) background.push(finished)
      else await finished
    }
    await Promise.all(background)
  }

  return {
    defer: (dispose, inBackground = false) => void stack.push({ dispose, inBackground }),
    dispose() {
      isDisposing = true
      disposal ??= disposeAll()
      return disposal
    },
    isDisposing: () => isDisposing,
  }
}
