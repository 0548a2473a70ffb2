import { useLayoutEffect } from 'react'
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

/** Watches for as long as the page of a machine is there, from before it can be touched. */
function ProtectionLayer() {
  useLayoutEffect(() => {
    const stop = startProtection()
    resolveReady()
    return stop
  }, [])
  return <LimitDialogLayer />
}

/** What protects a player, in a game; resolves when it is in force, and not before. */
export function registerProtection(): Promise<void> {
  addTexts('tr', texts)
  fillSlot('gameLayers', ProtectionLayer, 'limits')
  fillSlot('clock', Clock)
  return ready
}
