import type { ReactNode } from 'react'
import { slot } from '../../core/slots/frame-slot.tsx'
import { Toolbar } from './Toolbar.tsx'

/** What is around every page but the game. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      {slot('navbar')}
      <Toolbar />
      {slot('banner')}
      {children}
      {slot('lobby')}
    </>
  )
}
