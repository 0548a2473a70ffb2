import { type ReactNode, useState } from 'react'
import { LazyPart, lazy } from '../../../ui/lazy.tsx'
import { personalIds } from './row.ts'

const row = lazy(() => import('./PersonalRow.tsx').then((module) => module.PersonalRow))

export interface Props {
  /** The reserved room. */
  room?: ReactNode
}

/**
 * The row of the player's machines, for a player who has some. Whether it is there is decided when the lobby
 * opens, so that it never moves what the player is about to tap.
 */
export function PersonalSlot({ room }: Props) {
  const [isShown] = useState(() => personalIds().size > 0)
  if (!isShown) return null
  return <LazyPart part={row} props={{}} fallback={(failed) => (failed ? null : room)} />
}
