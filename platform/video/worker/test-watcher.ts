import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { readFragment, withCredentials } from './fragment.ts'

export const Ask = v.variant('type', [
  v.object({ type: v.literal('offer'), restart: v.boolean() }),
  v.object({ type: v.literal('answer'), sdp: v.string() }),
  v.object({ type: v.literal('quiet') }),
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
  /** The loudest sample heard, 0 to 32767. */
  loudest: v.number(),
})
const Seen = v.variant('type', [
  Frame,
  v.object({ type: v.literal('offer'), sdp: v.string() }),
  v.object({ type: v.literal('state'), state: v.string() }),
  v.object({ type: v.literal('failed'), message: v.string() }),
])
export type Seen = v.InferOutput<typeof Seen>
export type SeenFrame = v.InferOutput<typeof Frame>

/** A real viewer in a process of its own. */
export interface Watcher {
  /** An offer to receive video and audio, candidates included. */
  offer(): Promise<string>
  answer(sdp: string): void
  /** A fragment with new ICE credentials, and how to take the other side's. */
  restart(): Promise<{ fragment: string; take(fragment: string): void }>
  /** The next frame, decoded from now on, that is as wanted. */
  frame(wanted?: (frame: SeenFrame) => boolean): Promise<SeenFrame>
  /** Until the connection is in this state. */
  state(wanted: string): Promise<void>
  /** Forgets what was loud before. */
  quiet(): void
  close(): Promise<void>
}

export function createWatcher(): Watcher {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = fork(new URL('./test-watcher-child.ts', import.meta.url), { execArgv: ['--import', tsx] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const listeners = new Set<(seen: Seen) => void>()
  let state = 'new'
  let answered = ''
  child.on('message', (message) => {
    const seen = v.parse(Seen, message)
    if (seen.type === 'state') state = seen.state
    for (const listener of [...listeners]) listener(seen)
  })
  const ask = (message: v.InferOutput<typeof Ask>) => void child.send(message)

  function next<T>(pick: (seen: Seen) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const listener = (seen: Seen) => {
        if (seen.type === 'failed') reject(new Error(seen.message))
        const picked = pick(seen)
        if (picked === undefined) return
        listeners.delete(listener)
        resolve(picked)
      }
      listeners.add(listener)
    })
  }
  function offer(restart: boolean): Promise<string> {
    ask({ type: 'offer', restart })
    return next((seen) => (seen.type === 'offer' ? seen.sdp : undefined))
  }

  return {
    offer: () => offer(false),
    answer(sdp) {
      answered = sdp
      ask({ type: 'answer', sdp })
    },
    async restart() {
      const sdp = await offer(true)
      const lines = sdp.match(/^a=(ice-ufrag|ice-pwd|mid|candidate):.*$/gm) ?? []
      return {
        fragment: `${lines.join('\r\n')}\r\na=end-of-candidates\r\n`,
        take(fragment) {
          const read = readFragment(fragment)
          const fresh = withCredentials(answered, read?.ufrag ?? '', read?.pwd ?? '')
          const candidates = read?.candidates.map(({ candidate }) => `a=${candidate}\r\n`).join('') ?? ''
          answered = fresh.replace(/^a=mid:0\r\n/m, `a=mid:0\r\n${candidates}`)
          ask({ type: 'answer', sdp: answered })
        },
      }
    },
    frame: (wanted = () => true) =>
      next((seen) => (seen.type === 'frame' && wanted(seen) ? seen : undefined)),
    async state(wanted) {
      if (state !== wanted)
        await next((seen) => (seen.type === 'state' && seen.state === wanted ? true : undefined))
    },
    quiet: () => ask({ type: 'quiet' }),
    async close() {
      if (child.connected) ask({ type: 'close' })
      await gone
    },
  }
}
