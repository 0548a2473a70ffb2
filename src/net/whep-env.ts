import type { Dispose } from '../contract/result.ts'
import { type EarlyOffer, takeEarlyOffer } from './early-offer.ts'

/** The dependencies of the WHEP client; tests replace them. */
export interface WhepEnv {
  peer(config: RTCConfiguration): RTCPeerConnection
  media(): MediaStream
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The offer that the page has already sent to this URL with this token, once. */
  earlyOffer(url: string, token: string): EarlyOffer | undefined
  /** ms of a monotonic clock. */
  now(): number
  /** Runs `run` after `ms`, unless disposed before. */
  after(ms: number, run: () => void): Dispose
  /** A number from 0 to 1, for jitter. */
  random(): number
  /** Whether the page is hidden. */
  hidden(): boolean
  /** Calls `back` when the page becomes visible or the network returns, `away` when the page is unloaded. */
  page(back: () => void, away: () => void): Dispose
}

/** The browser's implementation. */
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
