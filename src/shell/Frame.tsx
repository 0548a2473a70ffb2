import type { ReactNode } from 'react'
import { frameParts } from './layers.ts'
import { Toolbar } from './Toolbar.tsx'

/** What is around every page but the game. */
export function Frame({ children }: { children: ReactNode }) {
  const Banner = frameParts.value.banner
  return (
    <>
      <Toolbar />
      {Banner && <Banner />}
      {children}
    </>
  )
}
