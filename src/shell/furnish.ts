import { effect } from '@preact/signals-react'
import { findRoute } from '../access/routes.ts'
import { pathname } from '../session/gate.ts'
import { settings } from '../settings.ts'

/** What stands around a page, each in a chunk of its own that joins by itself. */
const PARTS: readonly (() => Promise<void>)[] = [
  () => import('../navbar/parts.ts').then(({ showNavbar }) => showNavbar()),
  () => import('../info/parts.ts').then(({ showInfo }) => showInfo()),
  () => import('../search/parts.tsx').then(({ showSearch }) => showSearch()),
  () => import('../wallet/parts.ts').then(({ showWallet }) => showWallet()),
  () => import('../lobby/tools/FloorTools.tsx').then(({ showFloorTools }) => showFloorTools()),
  () => import('../game/warm-links.ts').then(({ warmLinks }) => void warmLinks()),
]
const EXTRAS = () => import('../extras/extras.tsx').then(({ showExtras }) => showExtras())

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
