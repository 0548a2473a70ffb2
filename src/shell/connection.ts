import { HelloAck, type Push } from '../contract/live.ts'
import { codeText } from '../i18n/index.ts'
import { refreshLobby } from '../lobby/actions.ts'
import { takeSession } from '../lobby/state.ts'
import { openChannel } from '../net/socket.ts'
import { endSession } from '../session/actions.ts'
import { currentToken } from '../session/state.ts'
import { settings } from '../settings.ts'
import { toast } from '../ui/toast.ts'
import { fetchBalance } from '../wallet/actions.ts'
import { setBalance } from '../wallet/state.ts'
import { livePushes } from './live.ts'
import { linkIs } from './state.ts'

/** How long a message of the server stays, ms. */
const INFO_MS = 10_000

function obey({ code, params, message, action }: Push<'info'>): void {
  const text = codeText(code, params) ?? message
  if (action === 'logout') endSession({ kind: 'told', code, message, params })
  else if (text) toast(text, { ms: INFO_MS, id: `info-${code}` })
}

/**
 * Opens the notification channel of a player and keeps the page true by it: each time it comes up it says who is
 * here and asks for what may have been missed; while it is down the page asks again and again. Gives a way to stop.
 */
export function goLive(playerId: string): () => void {
  let poll: ReturnType<typeof setInterval> | undefined
  const refresh = () => Promise.all([fetchBalance(), refreshLobby()])

  const hello = async () => {
    const answer = await channel.request('init', { id: playerId || null }, HelloAck)
    if (!answer.ok) return
    setBalance(answer.value)
    takeSession(answer.value.session ?? { status: false })
    await refresh()
  }
  const channel = openChannel({
    url: settings.peek().notificationUrl,
    token: () => currentToken() ?? '',
    tokenIn: 'auth',
    pushes: livePushes(obey),
    onState(state) {
      clearInterval(poll)
      if (state === 'refused') return endSession({ kind: 'expired' })
      linkIs(state)
      if (state === 'up') hello()
      else poll = setInterval(refresh, settings.peek().lobbyUpdateInterval * 1000)
    },
  })
  linkIs('connecting')
  return () => {
    clearInterval(poll)
    channel.close()
    linkIs('off')
  }
}
