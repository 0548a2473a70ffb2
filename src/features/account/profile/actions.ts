import { Code } from '../../../contract/codes.ts'
import { LoginsAnswer, ProfileAnswer } from '../../../contract/player.ts'
import { SuccessAnswer } from '../../../contract/success.ts'
import { currentToken } from '../../../core/session/state.ts'
import { call } from '../../../net/api.ts'
import { eventPages, isInconclusive, withTexts } from '../actions.ts'
import { beginPasswordChange, passwordChange, setPasswordChange } from '../state.ts'
import {
  applyLogins,
  applyProfile,
  beginLoginsRequest,
  beginProfileRequest,
  endingLogin,
  logins,
  profile,
} from './state.ts'

/** Fetches the profile. The profile that is shown stays until the answer arrives. */
export async function loadProfile(): Promise<void> {
  if (currentToken() === undefined) return
  const mark = beginProfileRequest()
  const answer = await call(ProfileAnswer, 'GET', '/player/profile')
  if (answer.ok) applyProfile(mark, answer.value)
  else await withTexts(answer.error, () => applyProfile(mark, undefined, answer.error))
}

/**
 * Fetches the open logins. Does nothing while a login is being ended: the list that follows the end is newer.
 */
export async function loadLogins(): Promise<void> {
  if (currentToken() === undefined || endingLogin.peek() !== undefined) return
  const mark = beginLoginsRequest()
  const answer = await call(LoginsAnswer, 'GET', '/player/logins')
  if (answer.ok) applyLogins(mark, answer.value.rows)
  else await withTexts(answer.error, () => applyLogins(mark, undefined, answer.error))
}

/**
 * Ends a login on another device. The list is fetched again after any answer, because the login may have
 * ended although the answer was lost. Does nothing while another login is being ended.
 */
export async function endLogin(id: string): Promise<void> {
  if (endingLogin.peek() !== undefined) return
  const mark = beginLoginsRequest(id)
  const ended = await call(SuccessAnswer, 'POST', '/player/logins/end', { body: { id } })
  // The end is an event of the account.
  void eventPages.open()
  const list = await call(LoginsAnswer, 'GET', '/player/logins')
  const rows = list.ok ? list.value.rows : logins.peek().filter((login) => !ended.ok || login.id !== id)
  const isStillOpen = rows.some((login) => login.id === id)
  if (ended.ok || !isStillOpen) return applyLogins(mark, rows)
  await withTexts(ended.error, () => applyLogins(mark, rows, ended.error))
}

/**
 * Changes the password with one request, which is never repeated. After a lost answer the change counts as
 * made only if `last_password_change` of the profile has changed.
 */
export async function changePassword(passwords: { old: string; next: string }): Promise<void> {
  if (passwordChange.peek().status === 'busy') return
  const before = profile.peek()?.last_password_change
  const mark = beginPasswordChange()
  const body = { old_password: passwords.old, new_password: passwords.next }
  const answer = await call(SuccessAnswer, 'POST', '/player/password', { body })
  // A server may end the other logins with the change.
  const reload = () => Promise.all([loadProfile(), loadLogins(), eventPages.open()])
  if (answer.ok) {
    setPasswordChange(mark, { status: 'changed' })
    await reload()
    return
  }
  const { error } = answer
  if (isInconclusive(error)) {
    await reload()
    const after = profile.peek()?.last_password_change
    return setPasswordChange(mark, { status: before && after && before !== after ? 'changed' : 'lost' })
  }
  const min = error.code === Code.passwordTooShort ? Number(error.params.min) || undefined : undefined
  await withTexts(error, () => {
    setPasswordChange(
      mark,
      error.status === 404 ? { status: 'absent' } : { status: 'refused', failure: error },
      min,
    )
  })
}
