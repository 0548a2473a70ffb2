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
    setExternalOutput(false)
  }
  const stop = effect(() => {
    const isLive = isPlaying()
    const loud = muted.value || !audioUnlocked.value ? 0 : volume.value
    if (!isLive || !audioUnlocked.value) return
    const shown = element()?.srcObject
    if (!(shown instanceof MediaStream) || shown.getAudioTracks().length === 0) return cut()
    if (shown !== stream) {
      const context = audio.context()
      if (!context) return
      cut()
      const source = context.createMediaStreamSource(shown)
      const gain = context.createGain()
      source.connect(gain).connect(context.destination)
      nodes = { source, gain }
      stream = shown
      setExternalOutput(true)
    }
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
