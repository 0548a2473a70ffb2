import type { Push, PushName } from '../../contract/live.ts'
import { setBalance } from '../wallet/state.ts'
import { takeGame, takeInfo, takeQuit, takeVideo } from './state.ts'

/** Pushes that only a notification socket gets. A new push must be named here or handled below, or nothing compiles. */
type NotHere = 'machine' | 'jackpot' | 'session'

/** What each push to the game socket does. */
export const GAME_PUSHES: { [N in Exclude<PushName, NotHere>]: (push: Push<N>) => void } = {
  game: takeGame,
  video: takeVideo,
  balance: (push) => setBalance(push),
  info: takeInfo,
  quit: takeQuit,
}
