import { BalanceAnswer } from '../../contract/http.ts'
import { call } from '../../net/api.ts'
import { balanceRevision, setBalance, setBalanceFailure } from './state.ts'

/** Fetches the balance; one that was pushed meanwhile is kept. */
export async function fetchBalance(): Promise<void> {
  const mark = balanceRevision()
  setBalanceFailure(undefined)
  const answer = await call(BalanceAnswer, 'GET', '/player/balance')
  if (answer.ok) setBalance(answer.value, mark)
  else if (mark === balanceRevision()) setBalanceFailure(answer.error)
}
