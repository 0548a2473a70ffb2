let sendInit: (() => Promise<void>) | undefined

/** Registers the open notification channel's function that sends `init` again; undefined when it is closed. */
export function setResync(next: (() => Promise<void>) | undefined): void {
  sendInit = next
}

/**
 * Sends `init` to the notification server again, and applies its answer: wallet and session. Resolves without an answer
 * too; the state is then unchanged.
 */
export async function resync(): Promise<void> {
  await sendInit?.()
}
