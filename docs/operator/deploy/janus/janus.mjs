import { randomUUID } from 'node:crypto'
import Janode from 'janode'

const { EVENT } = Janode
const RECONNECT_MS = 1000
/** How long a viewer may take to connect. */
const CONNECT_MS = 15_000
/** As many as the platform itself sends to a player. */
const MAX_PER_PLAYER = 4

export const detach = (handle) => handle.detach().catch(() => {})

/**
 * Connects to Janus, and again whenever that fails. `attach` rejects while there is no connection. `onOpen` is called
 * with each new connection, `onLost` with each end of one: Janus ends the sessions and all that is in them.
 */
export function openJanus({ url, secret, log }) {
  let session
  /** Why the last attempt failed. */
  let problem
  const listeners = { open: [], lost: [] }

  async function connect() {
    let connection
    try {
      connection = await Janode.connect({ address: { url, apisecret: secret }, max_retries: 1 })
      connection.once(EVENT.CONNECTION_CLOSED, lose)
      connection.once(EVENT.CONNECTION_ERROR, lose)
      session = await connection.create()
      session.once(EVENT.SESSION_DESTROYED, () => connection.close().catch(() => {}))
      problem = undefined
      log('connected to Janus')
      for (const listener of listeners.open) listener()
    } catch (error) {
      // Janus keeps a connection open whose session it has refused.
      connection?.close().catch(() => {})
      if (error.message !== problem) log(`no session of Janus: ${error.message}`)
      problem = error.message
      setTimeout(connect, RECONNECT_MS)
    }
  }
  function lose() {
    if (!session) return
    session = undefined
    for (const listener of listeners.lost) listener()
    log('the connection to Janus is lost')
    setTimeout(connect, RECONNECT_MS)
  }
  connect()

  return {
    isConnected: () => session !== undefined,
    onOpen: (listener) => listeners.open.push(listener),
    onLost: (listener) => listeners.lost.push(listener),
    async attach(plugin, onEnd = () => {}) {
      if (!session) throw new Error('Janus is not connected')
      const handle = await session.attach(plugin)
      handle.once(EVENT.HANDLE_HANGUP, onEnd)
      handle.once(EVENT.HANDLE_DETACHED, onEnd)
      return handle
    },
  }
}

/** Ends a viewer; false for one that is not there. */
export async function endViewer(viewers, id) {
  const viewer = viewers?.get(id)
  viewers?.delete(id)
  if (viewer) await detach(viewer.handle)
  return viewer !== undefined
}

/** A newer viewer of a player ends the oldest one that is too many. */
function makeRoom(viewers, player) {
  const own = [...viewers].filter(([, viewer]) => viewer.player === player)
  for (const [id] of own.slice(0, Math.max(0, own.length - MAX_PER_PLAYER))) endViewer(viewers, id)
}

/**
 * Opens a player's viewer into `viewers` until it ends or does not connect. `offerOf` takes its handle and resolves to
 * Janus's offer, or to undefined if the player may not watch any more: the handle ends then.
 */
export async function openViewer(janus, plugin, viewers, player, offerOf) {
  const id = randomUUID()
  const forget = () => {
    clearTimeout(timer)
    viewers.delete(id)
  }
  const handle = await janus.attach(plugin, forget)
  const timer = setTimeout(detach, CONNECT_MS, handle)
  handle.once(EVENT.HANDLE_WEBRTCUP, () => clearTimeout(timer))
  handle.once(EVENT.HANDLE_HANGUP, () => detach(handle))
  viewers.set(id, { handle, player })
  makeRoom(viewers, player)
  let offer
  try {
    offer = await offerOf(handle)
  } finally {
    if (offer === undefined) {
      forget()
      detach(handle)
    }
  }
  return offer === undefined ? undefined : { id, offer }
}
