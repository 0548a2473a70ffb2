import { useLayoutEffect } from 'react'
import texts from '../../../../locales/tr.json?groups=limits'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { Clock } from './Clock.tsx'
import { LimitsWindow } from './LimitDialog.tsx'
import { watchLimits } from './watch.ts'

let begin = () => {}
const watched = new Promise<void>((resolve) => {
  begin = resolve
})

/** Watches for as long as the page of a machine is there, from before it can be touched. */
function Limits() {
  useLayoutEffect(() => {
    const stop = watchLimits()
    begin()
    return stop
  }, [])
  return <LimitsWindow />
}

/** What protects a player, in a game; resolves when it is in force, and not before. */
export function showLimits(): Promise<void> {
  addTexts('tr', texts)
  fillSlot('gameLayers', Limits, 'limits')
  fillSlot('clock', Clock)
  return watched
}
