import { takeParameter } from '../../contract/take-parameter.ts'
import { keepUrlToken } from '../../core/session/url-token.ts'

/**
 * Moves the token out of the page's address (`url`, as `?token=`). The page's first script calls it before
 * any request. Returns the token; undefined if the address has no `token`.
 */
export function moveUrlToken(url: URL): string | undefined {
  const token = takeParameter(url, 'token')
  if (token === undefined) return undefined
  history.replaceState(history.state, '', url)
  if (token) keepUrlToken(token)
  return token
}
