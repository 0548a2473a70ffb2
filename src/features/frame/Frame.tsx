import type { ReactNode } from 'react'
import { Slot } from '../../core/slots/Slot.tsx'
import { LinkBanner } from './LinkBanner.tsx'
import { Toolbar } from './Toolbar.tsx'

/** The frame of every page but the game. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Slot name="navbar" />
      <Toolbar />
      <LinkBanner />
      {children}
      <Slot name="belowPage" />
    </>
  )
}
