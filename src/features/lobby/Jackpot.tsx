import { useComputed } from '@preact/signals-react'
import { money } from '../../i18n/format.ts'
import { displayedBrandJackpots } from './state.ts'

interface Props {
  /** The brand's id. */
  id: string
  /** The index among the brand's jackpots, highest first. */
  at: number
}

/** A jackpot as a text node of its own, so that a new amount renders nothing else. */
export function Jackpot({ id, at }: Props) {
  return <>{useComputed(() => money(displayedBrandJackpots(id)[at] ?? 0))}</>
}
