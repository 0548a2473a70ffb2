import { computed, type ReadonlySignal } from '@preact/signals-react'
import { gate } from '../../core/gates/state.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { session } from '../../core/session/state.ts'
import { locked } from '../lock/state.ts'

/** Pages without the extras. */
const BARE_PAGES: readonly unknown[] = ['game', 'logout', 'callback', 'login']

/** The player's id; unchanged by a renewal of the token. */
export const playerId: ReadonlySignal<string | undefined> = computed(() => {
  const current = session.value
  return current.status === 'player' ? current.user.id : undefined
})

/**
 * The audience of the extras (a guest has no chat); undefined on the bare pages and while the session is
 * unknown.
 */
export const audience: ReadonlySignal<'player' | 'guest' | undefined> = computed(() => {
  const { status } = session.value
  return status === 'unknown' || BARE_PAGES.includes(findRoute(pathname.value)?.page) ? undefined : status
})

/** Whether the login page is shown and no gate blocks it. */
export const atLogin: ReadonlySignal<boolean> = computed(
  () => session.value.status === 'guest' && !gate.value && findRoute(pathname.value)?.page === 'login',
)

/** In a game or behind the lock. */
export const suspended: ReadonlySignal<boolean> = computed(() => !audience.value || locked.value)
