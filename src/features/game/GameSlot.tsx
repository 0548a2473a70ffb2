import type { ReactNode } from 'react'
import { type GamePlace, gameParts } from './slots.ts'

/** What has joined this place; what it holds until then. */
export function Place({ at, children }: { at: GamePlace; children?: ReactNode }) {
  const joined = gameParts.value[at]
  if (!joined) return <>{children}</>
  return (
    <>
      {joined.map((Part) => (
        <Part key={Part.name} />
      ))}
    </>
  )
}
