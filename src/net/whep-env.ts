import type { Dispose } from '../contract/result.ts'
import { type EarlyOffer, takeEarlyOffer } from './early-offer.ts'

/** What the WHEP client needs from the world; tests put in their own. */
export interface WhepEnv {
  /** Makes a peer connection. */
  peer(config: RTCConfiguration): RTCPeerConnection
  /** Makes an empty stream. */
  media(): MediaStream
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The offer that the page has sent to this URL with this token, once. */
  earlyOffer(url: string, token: string): EarlyOffer | undefined
  /** Milliseconds on a clock that never goes back. */
  now(): number
  /** Runs `run` after `ms`; the answer takes it back. */
  after(ms: number, run: () => void): Dispose
  /** A number from 0 to 1, for jitter. */
  random(): number
  /** Whether the page is hidden. */
  hidden(): boolean
  /** Calls `back` when the page is looked at again or the network is there again, `away` when it goes for good. */
  page(back: () => void, away: () => void): Dispose
}

/** The browser's own. */
export function browserEnv(): WhepEnv {
  return {
    peer: (config) => new RTCPeerConnection(config),
    media: () => new MediaStream(),
    fetch: (url, init) => fetch(url, init),
    earlyOffer: takeEarlyOffer,
    now: () => performance.now(),
    after(ms, run) {
      const id = setTimeout(run, ms)
      return () => clearTimeout(id)
    },
    random: Math.random,
    hidden: () => document.hidden,
    page(back, away) {
      const unbind = new AbortController()
      const { signal } = unbind
      const onVisible = () => document.hidden || back()
      document.addEventListener('visibilitychange', onVisible, { signal })
      addEventListener('pageshow', back, { signal })
      addEventListener('online', back, { signal })
      addEventListener('pagehide', away, { signal })
      return () => unbind.abort()
    },
  }
}
