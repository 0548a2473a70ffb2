import type { ComponentType, ReactNode } from 'react'
import { type SlotName, type SlotProps, slotParts } from './slots.ts'

type Props<S extends SlotName> = {
  name: S
  /** Drawn while the slot is empty. */
  children?: ReactNode
} & (object extends SlotProps[S] ? { props?: undefined } : { props: SlotProps[S] })

/** Draws the components that have joined a slot. */
export function Slot<S extends SlotName>({ name, props, children }: Props<S>) {
  const parts: readonly { id: string; Part: ComponentType<SlotProps[S]> }[] = slotParts(name).value
  if (parts.length === 0) return children
  return parts.map(({ id, Part }) => {
    const Drawn = Part as ComponentType<object>
    return <Drawn key={id} {...props} />
  })
}
