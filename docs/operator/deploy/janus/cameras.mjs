import { randomUUID } from 'node:crypto'
import Streaming from 'janode/plugins/streaming'
import { detach, openViewer } from './janus.mjs'
import { readMountpoints } from './mountpoints.mjs'

/* The cameras of cabinets in Janus: a mountpoint of its streaming plugin for each machine of CAMERAS. */

const RETRY_MS = 5000
const ALREADY_EXISTS = 456

export function openCameras(janus, file, log) {
  const mountpoints = readMountpoints(file)
  /** By machine: viewers' handles by session id. */
  const viewers = new Map([...mountpoints.keys()].map((machine) => [machine, new Map()]))
  /** By machine: tokens from before this time (ms) open nothing any more, because their seat has ended. */
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
  const isCurrent = (machine, issued) => issued >= (endedAt.get(machine) ?? 0)

  return {
    has: (machine) => mountpoints.has(machine),
    isCurrent,
    /** Ends all viewers of a machine, and the tokens from before. */
    async end(machine, issued) {
      endedAt.set(machine, Math.max(issued, endedAt.get(machine) ?? 0))
      await Promise.all([...(viewers.get(machine)?.values() ?? [])].map(detach))
    },
    /** Offers the machine's picture to a viewer; undefined: the seat of its token has ended. */
    watch: (machine, { issued }) =>
      openViewer(janus, Streaming, viewers.get(machine), randomUUID(), async (handle) => {
        // `end` does not know a viewer whose handle Janus attaches at that time.
        if (!isCurrent(machine, issued)) return undefined
        const { jsep } = await handle.watch({ id: machine })
        return jsep.sdp
      }),
    viewer: (machine, id) => viewers.get(machine)?.get(id),
    async leave(machine, id) {
      const handle = viewers.get(machine)?.get(id)
      if (handle) await detach(handle)
      return handle !== undefined
    },
  }
}
