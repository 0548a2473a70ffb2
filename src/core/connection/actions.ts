let hello: (() => Promise<void>) | undefined

/** The notification connection hands over how it says anew who is here; undefined when it is closed. */
export function setResync(next: (() => Promise<void>) | undefined): void {
  hello = next
}

/**
 * Rejoins: tells the notification server anew who is here and takes its answer, wallet and session, as the truth.
 * Comes back also when there was no answer; what is known then is what was known before.
 */
export async function resync(): Promise<void> {
  await hello?.()
}
