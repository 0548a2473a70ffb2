import { effect } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { acquireAudioContext } from './audio-context.ts'
import { audioUnlocked, muted, setExternalOutput, volume } from './sound.ts'

let ignored: boolean | undefined

/** Whether the browser ignores an element's `volume`, as Safari on iPhones does. */
export function ignoresVolume(make = () => document.createElement('video')): boolean {
  if (ignored === undefined) {
    const probe = make()
    probe.volume = 0.5
    ignored = probe.volume !== 0.5
  }
  return ignored
}

/** For tests: the next call probes the browser again. */
export const resetProbe = () => {
  ignored = undefined
}

/**
 * An iPhone's silent switch mutes what leaves through Web Audio, and no video. Playback, in the words of
 * Safari's Audio Session API, is heard in spite of it, and stops other apps' sound.
 */
function letSound(isHeard: boolean): void {
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } }
  if (audioSession) audioSession.type = isHeard ? 'playback' : 'auto'
}

/**
 * Where the browser ignores `volume`, routes the video's sound through a gain node and mutes the element.
 * `element` returns the video; `isPlaying` is read within an effect. The returned Dispose restores the
 * element's own sound.
 */
export function routeThroughGain(element: () => HTMLVideoElement | null, isPlaying: () => boolean): Dispose {
  if (!ignoresVolume()) return () => {}
  const audio = acquireAudioContext()
  let stream: MediaStream | undefined
  let nodes: { source: MediaStreamAudioSourceNode; gain: GainNode } | undefined
  const cut = () => {
    nodes?.source.disconnect()
    nodes?.gain.disconnect()
    nodes = undefined
    stream = undefined
    letSound(false)
    setExternalOutput(false)
  }
  const stop = effect(() => {
    const isLive = isPlaying()
    const loud = muted.value || !audioUnlocked.value ? 0 : volume.value
    if (!isLive || !audioUnlocked.value) return
    const shown = element()?.srcObject
    if (!(shown instanceof MediaStream) || shown.getAudioTracks().length === 0) return cut()
    const context = audio.context()
    if (!context) return
    if (shown !== stream || nodes?.gain.context !== context) {
      cut()
      const source = context.createMediaStreamSource(shown)
      const gain = context.createGain()
      source.connect(gain).connect(context.destination)
      nodes = { source, gain }
      stream = shown
      setExternalOutput(true)
    }
    letSound(loud > 0)
    const gain = nodes?.gain.gain
    // A ramp, because a step in the gain is audible as a crack.
    gain?.setTargetAtTime(loud, nodes?.gain.context.currentTime ?? 0, 0.015)
  })
  return () => {
    stop()
    cut()
    audio.release()
  }
}
