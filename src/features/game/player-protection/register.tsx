import { useLayoutEffect } from 'react'
import dialogTexts from '../../../../locales/tr.json?groups=gameDialogs'
import texts from '../../../../locales/tr.json?groups=limits'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { Clock } from './Clock.tsx'
import { LimitDialogLayer } from './LimitDialog.tsx'
import { startProtection } from './watch.ts'

let resolveReady = () => {}
const ready = new Promise<void>((resolve) => {
  resolveReady = resolve
})

/** Enforces the limits while the game is open, from before the first input. */
function ProtectionLayer() {
  useLayoutEffect(() => {
    const stop = startProtection()
    resolveReady()
    return stop
  }, [])
  return <LimitDialogLayer />
}

/** Registers the player protection; resolves when it is active. */
export function registerProtection(): Promise<void> {
  addTexts('tr', dialogTexts)
  addTexts('tr', texts)
  fillSlot('gameLayers', ProtectionLayer, 'limits')
  fillSlot('clock', Clock)
  return ready
}
