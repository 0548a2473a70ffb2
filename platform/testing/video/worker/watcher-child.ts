import wrtc from '@roamhq/wrtc'
import * as v from 'valibot'
import { type Marker, readMarkerI420 } from '../../../video/render/marker.ts'
import { WatcherCommand, type WatcherEvent } from './watcher.ts'

/*
 * A viewer for tests: a second, real WebRTC peer, which decodes its tracks. A process of its own, because the
 * native library must be ended by process.exit.
 */

const emit = (event: WatcherEvent) => void process.send?.(event)
const fail = (error: unknown) => emit({ type: 'failed', message: String(error) })
const peer = new wrtc.RTCPeerConnection()
let frames = 0
let last: Marker | undefined
let unreadable = 0
let loudest = 0

peer.ontrack = ({ track }: { track: { kind: string } }) => {
  if (track.kind === 'video') {
    const sink = new wrtc.nonstandard.RTCVideoSink(track)
    sink.onframe = ({ frame }: { frame: { width: number; data: Uint8Array } }) => {
      frames += 1
      const marker = readMarkerI420(frame.data, frame.width)
      if (marker) last = marker
      else unreadable += 1
      emit({ type: 'frame', frames, unreadable, width: frame.width, marker: last, loudest })
    }
  } else {
    const sink = new wrtc.nonstandard.RTCAudioSink(track)
    sink.ondata = ({ samples }: { samples: Int16Array }) => {
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample))
    }
  }
}
peer.onconnectionstatechange = () => emit({ type: 'state', state: peer.connectionState })

async function offer(iceRestart: boolean): Promise<void> {
  if (!iceRestart) {
    peer.addTransceiver('video', { direction: 'recvonly' })
    peer.addTransceiver('audio', { direction: 'recvonly' })
  }
  await peer.setLocalDescription(await peer.createOffer({ iceRestart }))
  if (peer.iceGatheringState !== 'complete') {
    await new Promise<void>((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve()
    })
  }
  emit({ type: 'offer', sdp: peer.localDescription.sdp })
}

process.on('message', (message) => {
  const command = v.parse(WatcherCommand, message)
  if (command.type === 'offer') offer(command.restart).catch(fail)
  else if (command.type === 'answer')
    peer.setRemoteDescription({ type: 'answer', sdp: command.sdp }).catch(fail)
  else if (command.type === 'reset-loudness') loudest = 0
  else {
    peer.close()
    process.exit(0)
  }
})
process.on('disconnect', () => process.exit(0))
