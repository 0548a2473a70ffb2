import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import type { VideoSource } from '../../../src/contract/live.ts'
import type { Dispose } from '../../../src/contract/result.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FollowLogin } from '../../players/follow-login.ts'
import type { Identity } from '../../players/logins.ts'
import type { VideoEngine } from '../client/engine.ts'
import type { Scene } from '../protocol/machine-state.ts'
import { type Publication, startPublication } from './publication.ts'
import { createSfuTokens, TOKEN_MS } from './sfu-tokens.ts'
import { createWhipClient, type WhipClient } from './whip-client.ts'

/** Where machines are published and watched; `{machine}` stands for a machine's id. */
export interface SfuConfig {
  readonly publishUrl: string
  readonly watchUrl: string
  /** Shared with the front of the SFU. */
  readonly secret: string
}

export interface PublicationsOptions {
  readonly sfu: SfuConfig
  readonly engine: Pick<VideoEngine, 'publish' | 'accept' | 'close' | 'onClosed'>
  readonly scene: (machineId: string) => Scene | undefined
  /** The player at the machine. */
  readonly ownerOf: (machineId: string) => string | undefined
  /** Whether the machine has a picture at the moment. */
  readonly isOnline: (machineId: string) => boolean
  /** Whether this process runs the machine, and so publishes it; another process takes over both. */
  readonly runs?: (machineId: string) => boolean
  /** Whether a page of its owner plays the machine at the moment. */
  readonly isPlayed: (machineId: string) => boolean
  /**
   * Calls the listener for machines whose process, owner or page may have changed. Returns the unsubscribe
   * function.
   */
  readonly onSeat: (listener: (machineId: string) => void) => () => void
  readonly spectators: boolean
  /**
   * Calls the listener for logins that end; what was published for them ends. Returns the unsubscribe
   * function.
   */
  readonly onEnded?: (listener: (loginId: string) => void) => Dispose
  /** Reports when no token of a login is valid any more. */
  readonly followLogin?: FollowLogin
  readonly clock: Clock
  readonly log: (message: string) => void
  readonly whip?: WhipClient
  readonly random?: () => number
}

export interface Publications {
  /** Publishes a machine to its player, who gets the SFU's address with a token. */
  source(machineId: string, login: Identity): Promise<v.InferInput<typeof VideoSource>>
  /**
   * Publishes a machine to a player who may watch it. Resolves to the SFU's address with a token in it;
   * undefined where the SFU has not taken the picture within a few seconds.
   */
  admit(machineId: string, login: Identity): Promise<string | undefined>
  close(): Promise<void>
}

interface Entry {
  readonly publication: Publication
  readonly ownerId: string | undefined
  /** A viewer that was admitted until then (ms, steady) may still be on the way. */
  admittedUntil: number
  /** As the SFU told last. */
  viewers: number
  cancelEnd: (() => void) | undefined
  /** ms from its decision to that end. */
  endMs: number
  cancelPoll: () => void
  /** The logins that were given tokens, with the functions that stop following them. */
  readonly logins: Map<string, Dispose>
}

/** A machine without viewers stays published for so long. */
const LINGER_MS = 10_000
/**
 * And one whose player has no seat any more, or whose machine has no picture: the app ends its own viewer
 * meanwhile.
 */
const ENDING_MS = 1000
const POLL_INTERVAL_MS = 5000
const MAX_START_MS = 4000

/**
 * Publishes each machine once to an SFU while it is watched: while a page of its owner plays it, and for as
 * long as the SFU counts other viewers. Unless spectators are permitted, a publication is one player's: it
 * ends with the seat, so that the SFU drops its viewers, and no token of it opens the next one. It also ends
 * with each login that was given a token; a page of another login asks for a new one.
 */
export function createPublications(options: PublicationsOptions): Publications {
  const { sfu, ownerOf, isPlayed, spectators, clock, whip = createWhipClient() } = options
  const { runs = () => true } = options
  const entries = new Map<string, Entry>()
  const endings = new Set<Promise<void>>()
  const tokens = createSfuTokens(sfu.secret, clock.now)
  const addressOf = (template: string, machineId: string) =>
    template.replaceAll('{machine}', encodeURIComponent(machineId))

  function isWatched(machineId: string, { ownerId, admittedUntil, viewers }: Entry): boolean {
    if (isPlayed(machineId) || clock.steady() < admittedUntil) return true
    return viewers > 0 && (spectators || ownerOf(machineId) === ownerId)
  }

  function end(machineId: string): void {
    const entry = entries.get(machineId)
    if (!entry) return
    entries.delete(machineId)
    entry.cancelEnd?.()
    entry.cancelPoll()
    for (const unfollow of entry.logins.values()) unfollow()
    const ending = entry.publication.end().finally(() => endings.delete(ending))
    endings.add(ending)
  }

  const isOthers = (machineId: string, { ownerId }: Entry) => {
    const owner = ownerOf(machineId)
    return !spectators && owner !== undefined && owner !== ownerId
  }
  const isOver = (machineId: string) =>
    !options.isOnline(machineId) || (!spectators && ownerOf(machineId) === undefined)

  function endAfter(machineId: string, entry: Entry, ms: number): void {
    if (ms >= entry.endMs) return
    entry.cancelEnd?.()
    entry.endMs = ms
    entry.cancelEnd = clock.after(ms, () => end(machineId))
  }

  /**
   * Ends a publication of an earlier player, or of another process's machine, at once; one without viewers
   * after a while.
   */
  function update(machineId: string): void {
    const entry = entries.get(machineId)
    if (!entry) return
    if (isOthers(machineId, entry) || !runs(machineId)) end(machineId)
    else if (isOver(machineId)) endAfter(machineId, entry, ENDING_MS)
    else if (isWatched(machineId, entry)) {
      entry.cancelEnd?.()
      entry.cancelEnd = undefined
      entry.endMs = Number.POSITIVE_INFINITY
    } else endAfter(machineId, entry, LINGER_MS)
  }

  /** Ends what was published for a login. */
  function endLogin(loginId: string): void {
    for (const [machineId, { logins }] of entries) if (logins.has(loginId)) end(machineId)
  }

  function startPolling(machineId: string, entry: Entry): void {
    entry.cancelPoll = clock.after(POLL_INTERVAL_MS, async () => {
      if (!isPlayed(machineId)) entry.viewers = (await entry.publication.viewers()) ?? 0
      if (entries.get(machineId) !== entry) return
      update(machineId)
      startPolling(machineId, entry)
    })
  }

  /** A machine's publication, for a login that may watch it. */
  function entryOf(machineId: string, { playerId, loginId }: Identity): Entry | undefined {
    const isPermitted = ownerOf(machineId) === playerId || spectators
    const scene = options.scene(machineId)
    if (!scene || !runs(machineId) || !isPermitted || !options.isOnline(machineId)) return undefined
    update(machineId)
    const entry = entries.get(machineId) ?? publish(machineId, scene)
    const { followLogin = () => () => {} } = options
    // What spectators share does not end with one of them.
    if (!spectators && loginId && !entry.logins.has(loginId))
      entry.logins.set(
        loginId,
        followLogin(loginId, () => endLogin(loginId)),
      )
    return entry
  }

  function publish(machineId: string, scene: Scene): Entry {
    const publication = startPublication({
      ...{
        ...options,
        whip,
        tokens,
        scene,
        right: () => (ownerOf(machineId) === undefined ? 'watch' : 'seat'),
        id: randomUUID(),
      },
      url: addressOf(sfu.publishUrl, machineId),
    })
    const entry: Entry = {
      ...{ publication, ownerId: ownerOf(machineId), admittedUntil: 0, viewers: 0 },
      cancelEnd: undefined,
      endMs: Number.POSITIVE_INFINITY,
      cancelPoll: () => {},
      logins: new Map(),
    }
    entries.set(machineId, entry)
    startPolling(machineId, entry)
    return entry
  }

  const stopSeat = options.onSeat(update)
  const stopEnded = options.onEnded?.(endLogin)
  return {
    async source(machineId, login) {
      const entry = entryOf(machineId, login)
      const url = addressOf(sfu.watchUrl, machineId)
      if (!entry) return { type: 'screen', url, token: '' }
      const token = await tokens.sign('whep', machineId, entry.publication.id)
      update(machineId)
      return { type: 'screen', url, token }
    },
    async admit(machineId, login) {
      const entry = entryOf(machineId, login)
      if (!entry) return undefined
      // Kept published while the token may be used.
      entry.admittedUntil = clock.steady() + TOKEN_MS
      update(machineId)
      const token = await tokens.sign('whep', machineId, entry.publication.id)
      if (!(await entry.publication.isUp(MAX_START_MS))) return undefined
      return `${addressOf(sfu.watchUrl, machineId)}?access_token=${token}`
    },
    async close() {
      stopSeat()
      stopEnded?.()
      for (const machineId of [...entries.keys()]) end(machineId)
      await Promise.all(endings)
    },
  }
}
