import { useComputed } from '@preact/signals-react'
import { money } from '../../i18n/format.ts'
import { displayedBrandJackpots } from './state.ts'

interface Props {
  /** The brand's. */
  id: string
  /** Its place among the brand's jackpots, the greatest is 0. */
  at: number
}

/** A brand's jackpot as a text of its own: what it says next draws nothing else anew. */
export function Jackpot({ id, at }: Props) {
  return <>{useComputed(() => money(displayedBrandJackpots(id)[at] ?? 0))}</>
}
