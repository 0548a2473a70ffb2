/** What was opened, to be closed in the opposite order. */
export interface DisposalStack {
  /** `meanwhile`: it is closed in its turn, but those that come after do not wait for its end. */
  add(close: () => unknown, meanwhile?: boolean): void
  /**
   * Closes everything, the last opened first. One that fails does not keep the others open; `onError` is told.
   * Called again it waits for the same end.
   */
  close(): Promise<void>
}

export function createDisposalStack(onError: (error: unknown) => void): DisposalStack {
  const closers: { close: () => unknown; meanwhile: boolean }[] = []
  let closing: Promise<void> | undefined

  async function run(close: () => unknown): Promise<void> {
    try {
      await close()
    } catch (error) {
      onError(error)
    }
  }

  async function closeAll(): Promise<void> {
    const underWay: Promise<void>[] = []
    for (const { close, meanwhile } of closers.reverse()) {
      const closed = run(close)
      if (meanwhile) underWay.push(closed)
      else await closed
    }
    await Promise.all(underWay)
  }

  return {
    add: (close, meanwhile = false) => void closers.push({ close, meanwhile }),
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
