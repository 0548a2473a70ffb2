import * as v from 'valibot'
import type { Clock } from '../../lib/clock.ts'
import { messageOf } from '../../lib/message-of.ts'

/* Ends the viewers of cameras at the servers that send the pictures. */

/** Where a cabinet's picture is watched. */
export interface Camera {
  /** A WHEP endpoint. */
  readonly url: string
  /** The API of its MediaMTX; undefined: `url` itself takes the end of its viewers. */
  readonly api: string | undefined
}

const RETRY_MS = 5000
const REQUEST_MS = 3000
const PAGE_ITEMS = 1000
/** MediaMTX: /v3/webrtcsessions/list. */
const SessionList = v.object({
  pageCount: v.number(),
  items: v.nullish(v.array(v.object({ id: v.string(), state: v.string(), path: v.string() })), []),
})

/** The path of a stream: the WHEP address without the slashes around it and the endpoint's own name. */
export const pathOf = ({ url }: Camera) =>
  decodeURIComponent(new URL(url).pathname).replace(/^\/|\/whep\/?$/g, '')

/** A server that did not do what it was asked for; it may later. */
class Unavailable extends Error {}

async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_MS) }).catch((error) => {
    throw new Unavailable(messageOf(error))
  })
  if (answer.status >= 500) throw new Unavailable(`status ${answer.status}`)
  // A viewer that has gone by itself.
  if (!answer.ok && answer.status !== 404) throw new Error(`status ${answer.status}`)
  return answer
}

const sessionsOf = (api: string) => `${api.replace(/\/$/, '')}/v3/webrtcsessions`
const kick = (api: string, id: string) =>
  request(`${sessionsOf(api)}/kick/${encodeURIComponent(id)}`, { method: 'POST' })

/**
 * Ends the readers of a path at a MediaMTX, by its API, but for those that stay. They are listed first: each
 * one that ends moves the others to earlier pages.
 */
async function kickReaders(api: string, path: string, stays: (id: string) => boolean): Promise<void> {
  const readers: string[] = []
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const answer = await request(`${sessionsOf(api)}/list?itemsPerPage=${PAGE_ITEMS}&page=${page}`)
    const list = v.parse(SessionList, await answer.json())
    pages = list.pageCount
    for (const { id, state, path: own } of list.items) if (state === 'read' && own === path) readers.push(id)
  }
  for (const id of readers) if (!stays(id)) await kick(api, id)
}

export interface ViewerEndsOptions {
  /** A token that lets a machine's viewers be ended: all, or those that are not its player's. */
  signEnd(machineId: string, isForAll: boolean): Promise<string>
  /** Whether a MediaMTX has opened this session for the player at the machine, by a login that is open. */
  isOfPlayer(machineId: string, session: string): boolean
  readonly clock: Clock
  log(message: string): void
}

export function createViewerEnds({ signEnd, isOfPlayer, clock, log }: ViewerEndsOptions) {
  /** By address, as an earlier camera of a machine has another one. */
  const retries = new Map<string, () => void>()
  /** The number of attempts to end viewers: one that fails after a later one has nothing left to do. */
  const attempts = new Map<string, number>()
  const failing = new Set<string>()
  /** The addresses of Janus where the player's own viewers must end too, and have not ended yet. */
  const forAll = new Set<string>()
  /**
   * The functions that an end is reported to, by address: an attempt also ends the viewers of those that it
   * replaces.
   */
  const waiting = new Map<string, (() => void)[]>()

  async function askForEnd(machineId: string, { url, api }: Camera): Promise<void> {
    if (api !== undefined)
      return kickReaders(api, pathOf({ url, api }), (session) => isOfPlayer(machineId, session))
    const authorization = `Bearer ${await signEnd(machineId, forAll.has(url))}`
    await request(url, { method: 'DELETE', headers: { authorization } })
  }

  /**
   * Ends the viewers of a camera, all or those that are not the player's, and tries again while its server is
   * away.
   */
  async function endViewersOf(
    machineId: string,
    camera: Camera,
    isForAll: boolean,
    onEnded?: () => void,
  ): Promise<void> {
    const { url } = camera
    if (isForAll) forAll.add(url)
    if (onEnded) waiting.set(url, [...(waiting.get(url) ?? []), onEnded])
    retries.get(url)?.()
    retries.delete(url)
    const attempt = (attempts.get(url) ?? 0) + 1
    attempts.set(url, attempt)
    try {
      await askForEnd(machineId, camera)
      failing.delete(url)
      if (attempts.get(url) === attempt) forAll.delete(url)
      const ended = waiting.get(url) ?? []
      waiting.delete(url)
      for (const report of ended) report()
    } catch (error) {
      if (attempts.get(url) !== attempt) return
      if (!failing.has(url))
        log(`the viewers of machine ${machineId} may still see its camera: ${messageOf(error)}`)
      failing.add(url)
      if (error instanceof Unavailable)
        retries.set(
          url,
          clock.after(RETRY_MS, () => void endViewersOf(machineId, camera, false)),
        )
    }
  }

  return {
    end: endViewersOf,
    /** Ends one viewer at a MediaMTX, which may have ended by itself. */
    async endSession({ api }: Camera, id: string): Promise<void> {
      if (api !== undefined) await kick(api, id).catch(() => {})
    },
    close(): void {
      for (const cancel of retries.values()) cancel()
    },
  }
}
