import { computed, type ReadonlySignal } from '@preact/signals-react'
import { gate } from '../../core/preflight/state.ts'
import { pathname } from '../../core/router/pathname.ts'
import { findRoute } from '../../core/router/routes.ts'
import { session } from '../../core/session/state.ts'
import { locked } from '../lock/state.ts'

/** Pages that have nothing around them. */
const BARE_PAGES: readonly unknown[] = ['game', 'logout', 'callback', 'login']

/** Whose page it is; the same while their token is renewed. */
export const playerId: ReadonlySignal<string | undefined> = computed(() => {
  const now = session.value
  return now.status === 'player' ? now.user.id : undefined
})

/** For whom the extras are drawn: a guest has no chat. Nobody in a game, and nobody who is on the way in or out. */
export const audience: ReadonlySignal<'player' | 'guest' | undefined> = computed(() => {
  const { status } = session.value
  return status === 'unknown' || BARE_PAGES.includes(findRoute(pathname.value)?.page) ? undefined : status
})

/** The login, with nothing before it. */
export const atLogin: ReadonlySignal<boolean> = computed(
  () => session.value.status === 'guest' && !gate.value && findRoute(pathname.value)?.page === 'login',
)

/** Nobody sees them now: in a game, or under the lock. */
export const suspended: ReadonlySignal<boolean> = computed(() => !audience.value || locked.value)
