import { effect } from '@preact/signals-react'
import { runCountryCheck } from './country-check.ts'
import { gate, setGate } from './state.ts'

/**
 * Resolves once nothing stands before this player: not before they chose to go on in a browser that we do not
 * recommend, nor before the country check let them in. It may never resolve. Asked when the settings are there and
 * before a session is resumed or a login is sent. What index.html saw by itself is on the page.
 */
export async function waitForGates(): Promise<void> {
  const { gate: seen } = document.documentElement.dataset
  if (seen === 'webrtc' || seen === 'browser') setGate({ kind: seen })
  else void runCountryCheck()
  await new Promise<void>((free) => {
    const stop = effect(() => {
      if (gate.value) return
      queueMicrotask(() => stop())
      free()
    })
  })
}
