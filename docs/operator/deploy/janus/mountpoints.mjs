import { readFileSync } from 'node:fs'
import { unescape as decode } from 'node:querystring'

/*
 * CAMERAS names a JSON file of the cameras' sources by machine. User and password, each, may also be in the address:
 *   { "101": { "rtsp": "rtsp://10.0.0.7/stream1", "user": "reelcast", "password": "…" }, "102": { "rtp": 5104 } }
 * `rtp` is a UDP port that receives the picture, H.264 unless `codec` is "vp8". With `"audio": true` an RTSP camera's
 * sound is sent too.
 */

const PAYLOAD = 96
const H264 = { rtpmap: 'H264/90000', fmtp: 'profile-level-id=42e01f;packetization-mode=1' }
const CODECS = { h264: H264, vp8: { rtpmap: 'VP8/90000' } }

const isRtsp = (address) => URL.canParse(address) && /^rtsps?:$/.test(new URL(address).protocol)

/**
 * Janus takes a user and password from the address for basic authentication alone: they go beside it. A % there that
 * begins no escape stands for itself.
 */
function readAddress({ rtsp, user, password }) {
  const url = new URL(rtsp)
  const [rtsp_user, rtsp_pwd] = [user ?? decode(url.username), password ?? decode(url.password)]
  Object.assign(url, { username: '', password: '' })
  return { url: url.href, ...(rtsp_user && { rtsp_user, rtsp_pwd }) }
}

/** The request to Janus that makes a camera's mountpoint. Throws for one that cannot be read. */
function mountpoint(machine, source) {
  const { rtsp, user, password, audio = false, rtp, codec = 'h264' } = source ?? {}
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

export function readMountpoints(file) {
  if (!file) return new Map()
  const entries = Object.entries(parse(file))
  return new Map(entries.map(([machine, source]) => [machine, mountpoint(machine, source)]))
}
