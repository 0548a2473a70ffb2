import type { VideoSource } from '../../../contract/live.ts'
import { videoUrl } from '../../../core/connection/video-url.ts'
import { session } from '../../../core/session/state.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { currentVideoToken } from './state.ts'

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
