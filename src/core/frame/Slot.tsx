import type { ReactNode } from 'react'
import { type SlotName, slotPart } from './slots.ts'

interface Props {
  name: SlotName
  /** Drawn while the slot is empty. */
  children?: ReactNode
}

/** Draws the component that fills a slot. */
export function Slot({ name, children }: Props) {
  const Part = slotPart(name).value
  return Part ? <Part /> : children
}
