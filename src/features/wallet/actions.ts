import { BalanceAnswer } from '../../contract/http.ts'
import { createLoginLatest } from '../../core/session/state.ts'
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
