import { spawn } from 'node:child_process'
import { createFrame } from './drawing.mjs'

/*
 * The camera of the virtual cabinet: ffmpeg encodes what drawing.mjs draws, and sends it by RTP or RTSP. A real
 * cabinet has a camera of its own, and needs nothing of this.
 */

const FRAMES_PER_S = 25
const RESTART_MS = 2000

/** H.264 as every browser decodes it over WebRTC: baseline, no B frames, a key frame each second. */
const encoder = ({ width, height }) => [
  ...['-hide_banner', '-loglevel', 'error', '-use_wallclock_as_timestamps', '1'],
  ...[
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${width}x${height}`,
    '-r',
    String(FRAMES_PER_S),
    '-i',
    'pipe:0',
  ],
  ...['-an', '-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.1', '-preset', 'ultrafast'],
  ...['-tune', 'zerolatency', '-bf', '0', '-sc_threshold', '0', '-g', String(FRAMES_PER_S)],
  ...['-force_key_frames', 'expr:gte(t,n_forced)', '-b:v', '1M', '-maxrate', '1500k', '-bufsize', '500k'],
  // A viewer that joins needs the parameters with each key frame.
  ...['-fps_mode', 'passthrough', '-bsf:v', 'dump_extra=freq=keyframe'],
]

function output(url) {
  const { protocol } = new URL(url)
  if (protocol === 'rtsp:' || protocol === 'rtsps:') return ['-f', 'rtsp', '-rtsp_transport', 'tcp', url]
  if (protocol === 'rtp:') return ['-f', 'rtp', '-payload_type', '96', '-pkt_size', '1200', url]
  throw new Error('CAMERA_URL must begin with rtp:// or rtsp://')
}

/** `picture`: returns what the cabinet shows now. Returns the function that ends the camera. */
export function startCamera({ url, size, picture, log }) {
  const drawing = createFrame(size)
  const args = [...encoder(drawing), ...output(url)]
  let ffmpeg
  /** While ffmpeg reads the frame, nothing is drawn in it. */
  let isBusy = false
  let restart

  function start() {
    isBusy = false
    ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'inherit'] })
    ffmpeg.on('error', ({ message }) => log(`camera: ${message}`))
    ffmpeg.on('close', (code) => {
      log(`camera: ffmpeg has ended (${code})`)
      restart = setTimeout(start, RESTART_MS)
    })
    // It has ended.
    ffmpeg.stdin.on('error', () => {})
  }

  start()
  const frames = setInterval(() => {
    if (isBusy) return
    drawing.show(picture(), Date.now())
    isBusy = true
    ffmpeg.stdin.write(drawing.frame, () => {
      isBusy = false
    })
  }, 1000 / FRAMES_PER_S)

  return () => {
    clearInterval(frames)
    ffmpeg.removeAllListeners('close')
    clearTimeout(restart)
    ffmpeg.kill()
  }
}
