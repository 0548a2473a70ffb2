import { useEffect } from 'react'
import { findRoute } from '../access/routes.ts'
import { gate } from '../gates/state.ts'
import { pathname } from '../session/gate.ts'
import { session } from '../session/state.ts'
import { openChatAgain } from '../support/chat/actions.ts'
import { ChatWindow } from '../support/chat/ChatWindow.tsx'
import { LoginMore } from './LoginMore.tsx'

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
    if (isPlayer) openChatAgain()
  }, [isPlayer])
  return (
    <>
      {atLogin && <LoginMore />}
      <ChatWindow />
    </>
  )
}
