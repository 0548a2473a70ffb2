let sendInit: (() => Promise<void>) | undefined

/** Registers how to send `init` again on the open notification channel; undefined when the channel closes. */
export function setResync(next: (() => Promise<void>) | undefined): void {
  sendInit = next
}

/**
 * Sends `init` to the notification server again and applies its answer: wallet and seat. Also resolves
 * without an answer; the state is then unchanged.
 */
export async function resync(): Promise<void> {
  await sendInit?.()
}
