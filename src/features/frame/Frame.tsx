import type { ReactNode } from 'react'
import { Slot } from '../../core/frame/Slot.tsx'
import { Toolbar } from './Toolbar.tsx'

/** The frame of every page but the game. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Slot name="navbar" />
      <Toolbar />
      <Slot name="linkBanner" />
      {children}
      <Slot name="belowPage" />
    </>
  )
}
