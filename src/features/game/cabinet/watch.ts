import { effect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import type { Dispose } from '../../../contract/result.ts'
import { blockPlay, setWithheld } from '../play/state.ts'
import { cabinetBlock, withheldCredit } from './state.ts'

/**
 * Blocks play and withholds credit as the cabinet reports, until disposed. Before this code has loaded, the
 * platform refuses what the cabinet does not take.
 */
export function startCabinet(): Dispose {
  const stop = effect(() => {
    blockPlay(cabinetBlock.value !== undefined, 'cabinet')
    setWithheld(withheldCredit.value)
  })
  return () => {
    stop()
    blockPlay(false, 'cabinet')
    setWithheld(0)
  }
}

export function CabinetEffect() {
  useLayoutEffect(startCabinet, [])
  return null
}
