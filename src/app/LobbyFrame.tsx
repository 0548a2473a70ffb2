import type { ReactNode } from 'react'
import { Frame } from '../features/frame/Frame.tsx'
import { LobbyPage } from '../features/lobby/LobbyPage.tsx'

interface Props {
  id?: string | undefined
  name?: string | undefined
  /** Another page in the same frame. */
  children?: ReactNode
}

/** The lobby with its frame: one chunk, which a game does without. */
export function LobbyFrame({ children, ...lobby }: Props) {
  return <Frame>{children ?? <LobbyPage {...lobby} />}</Frame>
}
