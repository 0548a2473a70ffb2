import { computed, effect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { type Dispose, disposeAll } from '../../../contract/result.ts'
import { blockPlay, game, setWithheld } from '../play/state.ts'
import { cabinetBlock, setTransferLong, withheldCredit } from './state.ts'

/** A transfer that takes less is not worth a line. */
export const LONG_TRANSFER_MS = 700

const hasTransfer = computed(() => Boolean(game.value?.cabinet?.transfer))

/**
 * Blocks play and withholds credit as the cabinet reports, until disposed. Before this code has loaded, the
 * platform refuses what the cabinet does not take.
 */
export function startCabinet(): Dispose {
  return disposeAll([
    effect(() => {
      blockPlay(cabinetBlock.value !== undefined, 'cabinet')
      setWithheld(withheldCredit.value)
    }),
    effect(() => {
      const timer = hasTransfer.value && setTimeout(setTransferLong, LONG_TRANSFER_MS, true)
      return () => {
        if (timer) clearTimeout(timer)
        setTransferLong(false)
      }
    }),
    () => blockPlay(false, 'cabinet'),
    () => setWithheld(0),
  ])
}

export function CabinetEffect() {
  useLayoutEffect(startCabinet, [])
  return null
}
