import type { Failure } from '../../contract/result.ts'
import { currentToken } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { type Channel, type ChannelState, openChannel } from '../../net/socket.ts'
import { createWhep, type Whep } from '../../net/whep.ts'
import { GAME_PUSHES } from './push.ts'

/** What opens a line and a picture; tests put in their own. */
export interface Factories {
  openChannel: typeof openChannel
  createWhep: typeof createWhep
}

type ChannelListener = (state: ChannelState, failure?: Failure) => void

/** A line to the machine server on which nothing is asked before it has somebody who hears it. */
interface PreconnectedChannel {
  channel: Channel
  token: string
  onState: ChannelListener | undefined
}

/** ms for which what is ready waits for a player to sit down. */
const PRECONNECT_TTL_MS = 5000
const REAL_FACTORIES: Factories = { openChannel, createWhep }

let whep: Whep | undefined
let preconnected: PreconnectedChannel | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function openGameChannel(factories: Factories, onState?: ChannelListener): PreconnectedChannel {
  const token = currentToken() ?? ''
  const entry: PreconnectedChannel = {
    token,
    onState,
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
 * Makes ready what every machine needs alike, for a player who is about to sit down at one: the peer connection with
 * its offer, and (`withLine`) the connection of the line. Nothing is asked on it and no seat is taken; without a
 * visit that takes it all of it is closed after five seconds.
 */
export function preconnect(withChannel: boolean, factories: Factories = REAL_FACTORIES): void {
  clearTimeout(timer)
  timer = setTimeout(cancelPreconnect, PRECONNECT_TTL_MS)
  whep ??= factories.createWhep()
  whep.prepare()
  if (withChannel) preconnected ??= openGameChannel(factories)
}

/** Nobody sits down: closes what was made ready. */
export function cancelPreconnect(): void {
  clearTimeout(timer)
  whep?.close()
  preconnected?.channel.close()
  whep = preconnected = undefined
}

/** Line and picture for a visit, which closes them from now on: what is ready and still good, else made now. */
export function takePreconnected(
  onState: ChannelListener,
  factories: Factories = REAL_FACTORIES,
): { whep: Whep; channel: Channel } {
  const picture = whep ?? factories.createWhep()
  whep = undefined
  picture.prepare()
  const isUsable =
    preconnected?.token === currentToken() && /connecting|up/.test(preconnected?.channel.state.peek() ?? '')
  const entry = preconnected && isUsable ? preconnected : openGameChannel(factories, onState)
  if (entry === preconnected) preconnected = undefined
  entry.onState = onState
  // What was not taken is of no use to anybody.
  cancelPreconnect()
  return { whep: picture, channel: entry.channel }
}
