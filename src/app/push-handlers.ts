import type { Push } from '../contract/live.ts'
import { applyChanges, applyJackpots, applySession } from '../features/lobby/state.ts'
import { setBalance } from '../features/wallet/state.ts'

/** What the notification channel brings. */
type HandledPush = 'machine' | 'jackpot' | 'balance' | 'session' | 'info'

/** Each push to the verb of its feature; what an `info` asks for is the caller's to do. */
export function pushHandlers(info: (push: Push<'info'>) => void): {
  [N in HandledPush]: (push: Push<N>) => void
} {
  return {
    machine: applyChanges,
    jackpot: applyJackpots,
    balance: setBalance,
    session: applySession,
    info,
  }
}
