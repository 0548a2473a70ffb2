import { effect } from '@preact/signals-react'
import { runCountryCheck } from './country-check.ts'
import { gate, setGate } from './state.ts'

/**
 * Resolves when no gate is open: the player continues in a browser that is not recommended, and the country
 * check has passed. It may never resolve. Called after the settings have loaded, and before a token is
 * validated or a login is sent. The page's first script sets `data-gate` for the gates that need no request.
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
