import { findRoute } from '../../../core/router/find-route.ts'
import { pathname } from '../../../core/router/pathname.ts'
import { logout } from '../../../core/session/actions.ts'
import { createLoginLatest } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { loadedOf } from '../../../ui/lazy.tsx'
import { kioskGameParts } from '../late.ts'
import { finishLogout } from './state.ts'

const logins = createLoginLatest()

/** After this time, ms, the credit stays on the machine, which the platform then holds. */
const MAX_CASH_OUT_MS = 15_000

/**
 * Logs out a player who has left the kiosk, as the logout button does, so that the next player finds no data
 * of this one. Cashes out first if the operator's settings say so, for at most MAX_CASH_OUT_MS.
 */
export async function autoLogout(): Promise<void> {
  const login = logins.mark()
  let isLate = false
  let unblockPlay = () => {}
  const isWanted = () => !isLate && !logins.isStale(login)

  async function cashOutHeldMachine(): Promise<void> {
    await kioskGameParts.preload()
    await loadedOf(kioskGameParts)?.cancelHeldMachine(isWanted)
  }

  async function cashOutGame(): Promise<void> {
    await kioskGameParts.preload()
    const parts = loadedOf(kioskGameParts)
    if (!parts || !isWanted()) return
    const run = parts.startAutoCashOut(isWanted, MAX_CASH_OUT_MS)
    unblockPlay = run.unblockPlay
    await run.done
  }

  if (kioskSettings.peek().kioskCashOut) {
    const isPlaying = findRoute(pathname.peek())?.page === 'game'
    const done = (isPlaying ? cashOutGame() : cashOutHeldMachine()).catch(() => {})
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, MAX_CASH_OUT_MS))])
    isLate = true
  }
  await logout({ kind: 'idle' })
  unblockPlay()
  finishLogout()
}
