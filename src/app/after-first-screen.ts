import { whenLive } from '../core/connection/when-ready.ts'
import { untilGate } from '../core/gates/state.ts'
import { initializeApp } from '../core/session/actions.ts'
import { session } from '../core/session/state.ts'

async function untilLive(): Promise<void> {
  await initializeApp().catch(() => {})
  if (session.peek().status === 'player') await whenLive()
}

/**
 * Reads the settings. Resolves when code that no screen waits for may load: a player's page is live, or a
 * gate stops the player, to whom that code shows the operator's support.
 */
export const afterFirstScreen = (): Promise<void> =>
  Promise.race([untilLive(), untilGate(({ kind }) => kind !== 'checking')])
