import type { Push, PushName } from '../../../contract/live.ts'
import { setSeat } from '../../../core/connection/state.ts'
import { setBalance } from '../../wallet/state.ts'
import { applyVideo } from '../video/state.ts'
import { applyGame, applyInfo, applyQuit, machine } from './state.ts'

/**
 * Pushes that only the notification socket receives. A new push must be listed here or handled below to
 * compile.
 */
type NotHere = 'machine' | 'jackpot'

/** What each push to the game socket does. */
export const GAME_PUSHES: { [N in Exclude<PushName, NotHere>]: (push: Push<N>) => void } = {
  game: applyGame,
  video: applyVideo,
  balance: (push) => setBalance(push),
  info: applyInfo,
  session: (push) => setSeat({ ...push, id: push.id ?? machine.peek()?.id }),
  quit: applyQuit,
}
