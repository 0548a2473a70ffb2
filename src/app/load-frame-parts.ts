import { effect } from '@preact/signals-react'
import { pathname } from '../core/router/pathname.ts'
import { findRoute } from '../core/router/routes.ts'
import { settings } from '../core/settings/settings.ts'

/** What stands around a page, each in a chunk of its own that joins by itself. */
const PARTS: readonly (() => Promise<void>)[] = [
  () => import('../features/navigation/register.ts').then(({ showNavbar }) => showNavbar()),
  () => import('../features/info/register.ts').then(({ showInfo }) => showInfo()),
  () => import('../features/search/register.tsx').then(({ showSearch }) => showSearch()),
  () => import('../features/wallet/register.ts').then(({ showWallet }) => showWallet()),
  () => import('../features/lobby/tools/register.tsx').then(({ showFloorTools }) => showFloorTools()),
  () => import('../features/game/preconnect-on-intent.ts').then(({ warmLinks }) => void warmLinks()),
]
const EXTRAS = () => import('../features/extras/register.tsx').then(({ showExtras }) => showExtras())

/**
 * Fetches it once there is a page for it: a game has nothing around it, and does not wait in line for that. Without
 * a part that does not come every page still works. Gives a way to call it off.
 */
export function furnish(): () => void {
  let done = false
  return effect(() => {
    if (done || findRoute(pathname.value)?.page === 'game') return
    done = true
    const wanted = settings.peek().extras ? [...PARTS, EXTRAS] : PARTS
    for (const show of wanted) show().catch(() => {})
  })
}
