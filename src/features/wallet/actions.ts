import { BalanceAnswer } from '../../contract/http.ts'
import { createLoginLatest } from '../../core/session/state.ts'
import type { Mark } from '../../core/stale-answers.ts'
import { call } from '../../net/api.ts'
import { balanceMark, setBalance, setBalanceFailure } from './state.ts'

const logins = createLoginLatest()

/** Fetches the balance; one that was pushed meanwhile is kept. */
export async function fetchBalance(): Promise<void> {
  const login = logins.mark()
  const mark = balanceMark()
  setBalanceFailure(undefined)
  const answer = await call(BalanceAnswer, 'GET', '/player/balance')
  // The `seq` of another player's wallet is not comparable.
  if (logins.isStale(login)) return
  if (answer.ok) setBalance(answer.value, mark)
  else setBalanceFailure(answer.error, mark)
}

/** The wallet in an answer, which may leave it out. */
interface WalletOfAnswer {
  ok: true
  balance?: number | null | undefined
  seq?: number | null | undefined
}

/** Applies the balance of an answer, or fetches it. `mark` was taken before the request. */
export function receiveBalance({ balance, seq }: WalletOfAnswer, mark: Mark): void {
  if (typeof balance === 'number') setBalance({ balance, seq }, mark)
  else void fetchBalance()
}
