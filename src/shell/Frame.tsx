import type { ReactNode } from 'react'
import { LinkBanner } from './LinkBanner.tsx'
import { Toolbar } from './Toolbar.tsx'

/** What is around every page but the game. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Toolbar />
      <LinkBanner />
      {children}
    </>
  )
}
