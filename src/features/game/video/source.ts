import type { VideoSource } from '../../../contract/live.ts'
import { parseUrl } from '../../../contract/parse-url.ts'
import { encodePart } from '../../../core/router/paths.ts'
import { session } from '../../../core/session/state.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { settings } from '../../../core/settings/settings.ts'
import { currentVideoToken } from './state.ts'

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

/** The WHEP URL that answers an offer while the player joins; an empty string where there is none. */
export function earlyVideoUrl(id: string): string | undefined {
  const { videoUrl: own, iceTransportPolicy } = playSettings.peek()
  const current = session.peek()
  if (own || iceTransportPolicy === 'relay' || current.status !== 'player') return ''
  return videoUrl(id, current.user.earlyVideoUrl)
}

/**
 * The token of the video's address, where the machine server names both; undefined: the session's token is
 * sent.
 */
export const videoToken = (): string | undefined =>
  playSettings.peek().videoUrl ? undefined : currentVideoToken()

/** A browser reads an absent field as absent, and null as the text "null". */
export const iceServersOf = (source: VideoSource | null | undefined): RTCIceServer[] =>
  (source?.iceServers ?? []).map(({ urls, username, credential }) => ({
    urls,
    ...(typeof username === 'string' && { username }),
    ...(typeof credential === 'string' && { credential }),
  }))
