import type { Failure } from '../../../contract/result.ts'
import { currentToken } from '../../../core/session/state.ts'
import { settings } from '../../../core/settings/settings.ts'
import { type Channel, type ChannelState, openChannel } from '../../../net/socket.ts'
import { createWhep } from '../../../net/whep.ts'
import type { Whep } from '../../../net/whep-types.ts'
import { earlyVideoUrl } from '../video/source.ts'
import { GAME_PUSHES } from './push.ts'

/** Creates the socket channel and the video session; tests inject their own. */
export interface Factories {
  openChannel: typeof openChannel
  createWhep: typeof createWhep
}

type ChannelListener = (state: ChannelState, failure?: Failure) => void

/** A connection to the machine server. Nothing is requested on it until it has a listener. */
interface PreconnectedChannel {
  channel: Channel
  onState: ChannelListener | undefined
  /** When the player pressed the machine, or its page opened (`performance.now`). */
  openedAt: number
}

/** Unused preconnections are closed after this time. */
const PRECONNECT_TTL_MS = 5000
const OFFER_WAIT_MS = 200
const REAL_FACTORIES: Factories = { openChannel, createWhep }

let whep: Whep | undefined
/** The session that the preconnections are of. */
let token: string | undefined
let preconnected: PreconnectedChannel | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function openGameChannel(factories: Factories, onState?: ChannelListener): PreconnectedChannel {
  const entry: PreconnectedChannel = {
    onState,
    openedAt: performance.now(),
    channel: factories.openChannel({
      url: settings.peek().machineUrl,
      token: () => currentToken() ?? '',
      tokenIn: settings.peek().socketToken,
      pushes: GAME_PUSHES,
      onState: (state, failure) => entry.onState?.(state, failure),
    }),
  }
  return entry
}

/**
 * Prepares what every machine needs, before a player joins one: the peer connection with its offer, and
 * (`withChannel`) the socket. It requests nothing and occupies no machine; unused, it is closed after
 * PRECONNECT_TTL_MS.
 */
export function preconnect(withChannel: boolean, factories: Factories = REAL_FACTORIES): void {
  void prepare(withChannel, factories)
}

/** The same; with a `url` the offer is sent there. Resolves when it is on its way. */
function prepare(withChannel: boolean, factories: Factories, url?: string): Promise<void> {
  dropOthers()
  clearTimeout(timer)
  timer = setTimeout(cancelPreconnect, PRECONNECT_TTL_MS)
  whep ??= factories.createWhep()
  if (withChannel) preconnected ??= openGameChannel(factories)
  return whep.prepare(url, () => currentToken() ?? '')
}

/**
 * Connects to a machine whose page is about to be drawn. Resolves when the offer is on its way, or after
 * OFFER_WAIT_MS: on a slow phone drawing takes longer than that, and would hold the offer back.
 */
export async function connectAhead(id: string, factories: Factories = REAL_FACTORIES): Promise<void> {
  const url = earlyVideoUrl(id)
  const sent = prepare(true, factories, url)
  if (!url) return
  await Promise.race([sent, new Promise((done) => setTimeout(done, OFFER_WAIT_MS))])
}

/** Closes the preconnections of another session than the current one. */
function dropOthers(): void {
  if (token !== currentToken()) cancelPreconnect()
  token = currentToken()
}

/** Closes the unused preconnections. */
export function cancelPreconnect(): void {
  clearTimeout(timer)
  whep?.close()
  preconnected?.channel.close()
  whep = preconnected = undefined
}

/**
 * Channel and video session for a visit, which owns them from now on: preconnected where usable, else new.
 */
export function takePreconnected(
  onState: ChannelListener,
  factories: Factories = REAL_FACTORIES,
): { whep: Whep } & Pick<PreconnectedChannel, 'channel' | 'openedAt'> {
  dropOthers()
  const picture = whep ?? factories.createWhep()
  whep = undefined
  const isUsable = /connecting|up/.test(preconnected?.channel.state.peek() ?? '')
  const entry = preconnected && isUsable ? preconnected : openGameChannel(factories, onState)
  if (entry === preconnected) preconnected = undefined
  entry.onState = onState
  cancelPreconnect()
  return { whep: picture, channel: entry.channel, openedAt: entry.openedAt }
}
