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
import { createPublicationRules, type PublicationRulesOptions, type Published } from './publication-rules.ts'
import { createSfuTokens, TOKEN_MS } from './sfu-tokens.ts'
import { createWhipClient, type WhipClient } from './whip-client.ts'

/** Where machines are published and watched; `{machine}` stands for a machine's id. */
export interface SfuConfig {
  readonly publishUrl: string
  readonly watchUrl: string
  /** Shared with the front of the SFU. */
  readonly secret: string
}

export interface PublicationsOptions extends PublicationRulesOptions {
  readonly sfu: SfuConfig
  readonly engine: Pick<VideoEngine, 'publish' | 'accept' | 'close' | 'onClosed'>
  readonly scene: (machineId: string) => Scene | undefined
  /**
   * Calls the listener for machines whose process, owner or page may have changed. Returns the unsubscribe
   * function.
   */
  readonly onSeat: (listener: (machineId: string) => void) => () => void
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

interface Entry extends Published {
  readonly publication: Publication
  admittedUntil: number
  viewers: number
  cancelEnd: (() => void) | undefined
  /** ms from its decision to that end. */
  endMs: number
  cancelPoll: () => void
  /** The logins that were given tokens, with the functions that stop following them. */
  readonly logins: Map<string, Dispose>
}

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
  const rules = createPublicationRules(options, clock.steady)
  const entries = new Map<string, Entry>()
  const endings = new Set<Promise<void>>()
  const tokens = createSfuTokens(sfu.secret, clock.now)
  const addressOf = (template: string, machineId: string) =>
    template.replaceAll('{machine}', encodeURIComponent(machineId))

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

  function endAfter(machineId: string, entry: Entry, ms: number): void {
    if (ms >= entry.endMs) return
    entry.cancelEnd?.()
    entry.endMs = ms
    entry.cancelEnd = clock.after(ms, () => end(machineId))
  }

  function update(machineId: string): void {
    const entry = entries.get(machineId)
    if (!entry) return
    const ms = rules.endsIn(machineId, entry)
    if (ms === 0) end(machineId)
    else if (ms !== undefined) endAfter(machineId, entry, ms)
    else {
      entry.cancelEnd?.()
      entry.cancelEnd = undefined
      entry.endMs = Number.POSITIVE_INFINITY
    }
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
    const scene = options.scene(machineId)
    if (!scene || !rules.mayStart(machineId, playerId)) return undefined
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
      const token = await tokens.sign('whep', machineId, entry.publication.id, login.playerId)
      update(machineId)
      return { type: 'screen', url, token }
    },
    async admit(machineId, login) {
      const entry = entryOf(machineId, login)
      if (!entry) return undefined
      // Kept published while the token may be used.
      entry.admittedUntil = clock.steady() + TOKEN_MS
      update(machineId)
      const token = await tokens.sign('whep', machineId, entry.publication.id, login.playerId)
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
