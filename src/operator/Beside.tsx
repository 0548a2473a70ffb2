import { useEffect } from 'react'
import { findRoute } from '../access/routes.ts'
import { gate } from '../gates/state.ts'
import { pathname } from '../session/gate.ts'
import { session } from '../session/state.ts'
import { Later } from '../shell/lazy-page.tsx'
import { wasAsked } from '../support/chat/again.ts'
import { chat } from '../support/chat/state.ts'
import { chatWindow, loginMore } from './later.ts'

/**
 * What stands beside the app in the page, drawn when the first screen is long in use: the login keeps its bytes and
 * its place, and the live chat outlives every page.
 */
export function Beside() {
  const now = session.value
  const atLogin =
    now.status === 'guest' && findRoute(pathname.value)?.page === 'login' && gate.value === undefined
  const isPlayer = now.status === 'player'
  useEffect(() => {
    if (isPlayer && wasAsked())
      import('../support/chat/actions.ts').then(
        ({ openChatAgain }) => openChatAgain(),
        () => {},
      )
  }, [isPlayer])
  return (
    <>
      {atLogin && <Later page={loginMore} props={{}} />}
      {chat.value.is !== 'closed' && <Later page={chatWindow} props={{}} />}
    </>
  )
}
