import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { readFragment, withCredentials } from '../../../video/worker/sdp-fragment.ts'

export const WatcherCommand = v.variant('type', [
  v.object({ type: v.literal('offer'), restart: v.boolean() }),
  v.object({ type: v.literal('answer'), sdp: v.string() }),
  v.object({ type: v.literal('reset-loudness') }),
  v.object({ type: v.literal('close') }),
])
const Frame = v.object({
  type: v.literal('frame'),
  /** Frames decoded, and how many of them had no readable marker. */
  frames: v.number(),
  unreadable: v.number(),
  width: v.number(),
  marker: v.optional(
    v.object({ spin: v.number(), standing: v.boolean(), frame: v.number(), credit: v.number() }),
  ),
  /** The loudest sample, 0 to 32767. */
  loudest: v.number(),
})
const WatcherEvent = v.variant('type', [
  Frame,
  v.object({ type: v.literal('offer'), sdp: v.string() }),
  v.object({ type: v.literal('state'), state: v.string() }),
  v.object({ type: v.literal('failed'), message: v.string() }),
])
export type WatcherEvent = v.InferOutput<typeof WatcherEvent>
export type SeenFrame = v.InferOutput<typeof Frame>

/** A real WebRTC viewer in a process of its own. */
export interface Watcher {
  /** An offer to receive video and audio, candidates included. */
  offer(): Promise<string>
  answer(sdp: string): void
  /** Starts an ICE restart: the fragment with new credentials; `apply` sets those of the answer. */
  restart(): Promise<{ fragment: string; apply(fragment: string): void }>
  /** The next decoded frame that matches. */
  frame(matches?: (frame: SeenFrame) => boolean): Promise<SeenFrame>
  /** Waits until the connection is in this state. */
  state(wanted: string): Promise<void>
  /** Sets `loudest` back to 0. */
  resetLoudness(): void
  close(): Promise<void>
}

export function createWatcher(): Watcher {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = fork(new URL('./watcher-child.ts', import.meta.url), { execArgv: ['--import', tsx] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const listeners = new Set<(event: WatcherEvent) => void>()
  let state = 'new'
  let answered = ''
  child.on('message', (message) => {
    const event = v.parse(WatcherEvent, message)
    if (event.type === 'state') state = event.state
    for (const listener of [...listeners]) listener(event)
  })
  const send = (message: v.InferOutput<typeof WatcherCommand>) => void child.send(message)

  function next<T>(pick: (event: WatcherEvent) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const listener = (event: WatcherEvent) => {
        if (event.type === 'failed') reject(new Error(event.message))
        const picked = pick(event)
        if (picked === undefined) return
        listeners.delete(listener)
        resolve(picked)
      }
      listeners.add(listener)
    })
  }
  function offer(restart: boolean): Promise<string> {
    send({ type: 'offer', restart })
    return next((event) => (event.type === 'offer' ? event.sdp : undefined))
  }

  return {
    offer: () => offer(false),
    answer(sdp) {
      answered = sdp
      send({ type: 'answer', sdp })
    },
    async restart() {
      const sdp = await offer(true)
      const lines = sdp.match(/^a=(ice-ufrag|ice-pwd|mid|candidate):.*$/gm) ?? []
      return {
        fragment: `${lines.join('\r\n')}\r\na=end-of-candidates\r\n`,
        apply(fragment) {
          const read = readFragment(fragment)
          const fresh = withCredentials(answered, read?.ufrag ?? '', read?.pwd ?? '')
          const candidates = read?.candidates.map(({ candidate }) => `a=${candidate}\r\n`).join('') ?? ''
          answered = fresh.replace(/^a=mid:0\r\n/m, `a=mid:0\r\n${candidates}`)
          send({ type: 'answer', sdp: answered })
        },
      }
    },
    frame: (matches = () => true) =>
      next((event) => (event.type === 'frame' && matches(event) ? event : undefined)),
    async state(wanted) {
      if (state !== wanted)
        await next((event) => (event.type === 'state' && event.state === wanted ? true : undefined))
    },
    resetLoudness: () => send({ type: 'reset-loudness' }),
    async close() {
      if (child.connected) send({ type: 'close' })
      await gone
    },
  }
}
