import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Streaming from 'janode/plugins/streaming'
import { detach, openViewer } from './janus.mjs'

/*
 * The cameras of cabinets in Janus: a mountpoint of its streaming plugin for each machine. CAMERAS names a JSON file
 * of their sources by machine. User and password may also be in the address:
 *   { "101": { "rtsp": "rtsp://10.0.0.7/stream1", "user": "reelcast", "password": "…" }, "102": { "rtp": 5104 } }
 * `rtp` is a UDP port that receives the picture, H.264 unless `codec` is "vp8". With `"audio": true` an RTSP camera's
 * sound is sent too.
 */

const PAYLOAD = 96
const RETRY_MS = 5000
const ALREADY_EXISTS = 456
const H264 = { rtpmap: 'H264/90000', fmtp: 'profile-level-id=42e01f;packetization-mode=1' }
const CODECS = { h264: H264, vp8: { rtpmap: 'VP8/90000' } }

const isRtsp = (address) => URL.canParse(address) && /^rtsps?:$/.test(new URL(address).protocol)

/** Janus takes a user and password from the address for basic authentication alone: they go beside it. */
function readAddress({ rtsp, user, password = '' }) {
  const url = new URL(rtsp)
  const [rtsp_user, rtsp_pwd] =
    user === undefined ? [url.username, url.password].map(decodeURIComponent) : [user, password]
  Object.assign(url, { username: '', password: '' })
  return { url: url.href, ...(rtsp_user && { rtsp_user, rtsp_pwd }) }
}

/** The request to Janus that makes a camera's mountpoint. Throws for one that cannot be read. */
function mountpoint(machine, { rtsp, user, password, audio = false, rtp, codec = 'h264' }) {
  const common = { request: 'create', id: machine, is_private: true }
  if (isRtsp(rtsp)) {
    const address = readAddress({ rtsp, user, password })
    // Janus connects to it whenever it is there.
    return { ...common, type: 'rtsp', ...address, video: true, audio, rtsp_failcheck: false }
  }
  if (Number.isInteger(rtp) && CODECS[codec])
    return {
      ...{ ...common, type: 'rtp' },
      media: [{ type: 'video', mid: 'v', label: 'picture', port: rtp, pt: PAYLOAD, ...CODECS[codec] }],
    }
  throw new Error(`the camera of machine ${machine} needs "rtsp" or "rtp"`)
}

/** The parser's own message would show a part of the file, which has passwords. */
function parse(file) {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not valid JSON`)
  }
}

function readMountpoints(file) {
  if (!file) return new Map()
  const entries = Object.entries(parse(file))
  return new Map(entries.map(([machine, source]) => [machine, mountpoint(machine, source)]))
}

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
