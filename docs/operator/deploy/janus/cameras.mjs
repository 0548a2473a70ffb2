import Streaming from 'janode/plugins/streaming'
import { detach, endViewer, openViewer } from './janus.mjs'
import { readMountpoints } from './mountpoints.mjs'

/* The cameras of cabinets in Janus: a mountpoint of its streaming plugin for each machine of CAMERAS. */

const RETRY_MS = 5000
const ALREADY_EXISTS = 456

export function openCameras(janus, file, log) {
  const mountpoints = readMountpoints(file)
  /** By machine: its viewers by session id. */
  const viewers = new Map([...mountpoints.keys()].map((machine) => [machine, new Map()]))
  /**
   * By machine: tokens from before this time (ms) open nothing any more, because their seat has ended. It may have ended
   * before this start.
   */
  const startedAt = Date.now()
  const endedAt = new Map()

  async function mount() {
    try {
      const handle = await janus.attach(Streaming)
      for (const request of mountpoints.values())
        await handle.message(request).catch((error) => {
          if (!String(error.message).startsWith(String(ALREADY_EXISTS))) throw error
        })
      await detach(handle)
    } catch (error) {
      log(`the cameras are not all there: ${error.message}`)
      if (janus.isConnected()) setTimeout(mount, RETRY_MS)
    }
  }
  if (mountpoints.size > 0) janus.onOpen(mount)
  janus.onLost(() => {
    for (const handles of viewers.values()) handles.clear()
  })

  /** Whether a token of that time is of the current seat. */
  const isCurrent = (machine, issued) => issued >= (endedAt.get(machine) ?? startedAt)

  return {
    has: (machine) => mountpoints.has(machine),
    isCurrent,
    /** Ends the tokens from before, and all viewers of a machine but those of `player`, who sits there now. */
    async end(machine, { issued, player }) {
      endedAt.set(machine, Math.max(issued, endedAt.get(machine) ?? 0))
      const current = viewers.get(machine)
      const ended = [...(current ?? [])].filter(
        ([, viewer]) => player === undefined || viewer.player !== player,
      )
      await Promise.all(ended.map(([id]) => endViewer(current, id)))
    },
    /** Offers the machine's picture to a viewer; undefined: the seat of its token has ended. */
    watch: (machine, { issued, player }) =>
      openViewer(janus, Streaming, viewers.get(machine), player, async (handle) => {
        // `end` does not know a viewer whose handle Janus attaches at that time.
        if (!isCurrent(machine, issued)) return undefined
        const { jsep } = await handle.watch({ id: machine })
        return jsep.sdp
      }),
    viewer: (machine, id) => viewers.get(machine)?.get(id)?.handle,
    leave: (machine, id) => endViewer(viewers.get(machine), id),
  }
}
