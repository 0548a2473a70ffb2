import { parseUrl } from '../../contract/parse-url.ts'
import { encodePart } from '../router/machine-paths.ts'
import { playSettings } from '../settings/play.ts'
import { settings } from '../settings/settings.ts'

/**
 * The WHEP URL of a machine: the operator's `videoUrl` ({id} is replaced), else `url` of the machine server,
 * relative to it. An empty string where there is none, undefined where it cannot be used.
 */
export function videoUrl(id: string, url = ''): string | undefined {
  const withId = (address: string) => address.replaceAll('{id}', encodePart(id))
  const own = withId(playSettings.peek().videoUrl)
  const base = new URL(settings.peek().machineUrl.replace(/^ws/, 'http') || '/', location.origin)
  const given = own && parseUrl(own, base) ? own : withId(url)
  if (!given) return ''
  const parsed = parseUrl(given, base)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}
