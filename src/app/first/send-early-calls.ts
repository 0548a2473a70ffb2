import { lobbyListPaths } from '../../contract/floor-paths.ts'
import { isStoredTokenExpired, storedApiUrl } from '../../core/session/stored-login.ts'
import { VALIDATE_PATH } from '../../net/early-calls.ts'
import { sendEarlyCalls } from '../../net/first-requests.ts'
import { isBelow, lobby } from './address.ts'
import type { PageSettings } from './page-settings.ts'

/**
 * Sends what the app calls first for the stored token, unless the app would not send it: before a country
 * check, to another address than the token came from, or once the token has expired. Returns whether it was
 * sent.
 */
export function callEarly(token: string, settings: PageSettings): boolean {
  const api = storedApiUrl()
  if (settings.countryCheck === true || api !== settings.apiUrl || isStoredTokenExpired(token)) return false
  const lists = lobby ? lobbyListPaths(settings.showLobby !== false, lobby[1]) : []
  const urls = [VALIDATE_PATH, ...lists].map((path) => api + path)
  const liveServer = lobby ? settings.notificationUrl : isBelow('game') && settings.machineUrl
  sendEarlyCalls(token, urls, liveServer === '' && settings.socketToken === 'auth')
  return true
}
