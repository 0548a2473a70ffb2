import { useEffect } from 'react'
import { gate } from '../core/gates/state.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { session } from '../core/session/state.ts'
import { operatorSettings } from '../core/settings/operator.ts'
import { isReopenRequested } from '../features/live-chat/reopen-after-reload.ts'
import { chat, closeChat } from '../features/live-chat/state.ts'
import { LazyDialog } from '../ui/LazyDialog.tsx'
import { LazyPart, lazy, noFallback, pick } from '../ui/lazy.tsx'
import { loadLate } from '../ui/load-late.ts'

export const operatorParts = lazy(() => import('./operator-parts.chunk.ts'))
/** What the login has below it or at its side. */
const loginFooter = pick(operatorParts, (chunk) => chunk.LoginFooter)
/** The live chat, once it is opened. */
const chatWindow = pick(operatorParts, (chunk) => chunk.ChatWindow)

/** Loads them until they have loaded. Without them every page works. */
export const loadOperatorParts = () => loadLate(operatorParts)

/** Whether the login has banners or ways to reach the operator. */
function hasLoginFooter(): boolean {
  const { banners, contactLinks, loginContact, supportMessaging, supportWhatsapp } = operatorSettings.value
  const hasContact = supportMessaging || supportWhatsapp || (loginContact && contactLinks.length > 0)
  return Boolean(hasContact) || banners.some(({ place }) => place === 'login')
}

/**
 * A second root beside the app's, drawn once the first screen is in use: the login keeps its bytes and its
 * place, and the live chat outlives every page.
 */
export function PersistentLayer() {
  const current = session.value
  const atLogin =
    current.status === 'guest' && findRoute(pathname.value)?.page === 'login' && gate.value === undefined
  const isPlayer = current.status === 'player'
  const hasFooter = atLogin && hasLoginFooter()
  useEffect(() => {
    if (hasFooter) void loadOperatorParts()
  }, [hasFooter])
  useEffect(() => {
    if (isPlayer && isReopenRequested()) void loadOperatorParts().then((parts) => parts?.reopenChat())
  }, [isPlayer])
  return (
    <>
      {hasFooter && <LazyPart part={loginFooter} props={{}} fallback={noFallback} />}
      <LazyDialog part={chatWindow} props={{}} open={chat.value.status !== 'closed'} onFailed={closeChat} />
    </>
  )
}
