import { LobbyPage } from '../lobby/LobbyPage.tsx'
import { Frame } from './Frame.tsx'

/** The lobby with its frame: one chunk, which a game does without. */
export function Floor(props: { id?: string | undefined; name?: string | undefined }) {
  return (
    <Frame>
      <LobbyPage {...props} />
    </Frame>
  )
}
