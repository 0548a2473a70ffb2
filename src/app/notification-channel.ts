import { HelloAck, type Push } from '../contract/live.ts'
import type { Dispose } from '../contract/result.ts'
import { setResync } from '../core/connection/actions.ts'
import { setJoined, setLink } from '../core/connection/state.ts'
import { whenLive } from '../core/connection/when-ready.ts'
import { receiveMessage } from '../core/notices/queue.ts'
import { endRejectedSession } from '../core/session/actions.ts'
import { currentToken, watchTokenRenewals } from '../core/session/state.ts'
import { settings } from '../core/settings/settings.ts'
import { createLatest } from '../core/stale-answers.ts'
import { refreshLobby } from '../features/lobby/actions.ts'
import { notePlayed } from '../features/lobby/personal/state.ts'
import { applyFreeCounts, setLatestChanges } from '../features/lobby/pushed-figures.ts'
import { applyChanges, applyJackpots, applySession, heldMachineMark } from '../features/lobby/state.ts'
import { receiveBalance } from '../features/wallet/actions.ts'
import { balanceMark, setBalance } from '../features/wallet/state.ts'
import { openChannel } from '../net/socket.ts'
import { createPolling, refresh } from './polling.ts'

/** How long the page waits for an answer of the notification server before it polls. */
const MAX_SILENCE_MS = 3000
/** How long connecting may take until the page shows it as down. */
const MAX_CONNECTING_MS = 10_000

/** What the notification channel brings. */
type HandledPush = 'machine' | 'jackpot' | 'balance' | 'session' | 'info'

/** Each push to the verb of its feature; what an `info` asks for is the caller's to do. */
function pushHandlers(info: (push: Push<'info'>) => void): {
  [N in HandledPush]: (push: Push<N>) => void
} {
  return {
    machine(changes) {
      applyChanges(changes)
      setLatestChanges(changes)
    },
    jackpot(changes) {
      applyJackpots(changes)
      applyFreeCounts(changes)
    },
    balance: setBalance,
    session(push) {
      applySession(push)
      notePlayed(push)
    },
    info,
  }
}

/**
 * Opens the notification channel of a player and keeps page state in sync through it. Each connection
 * identifies the player and fetches what may have been missed; without a connection the page polls.
 */
export function startNotificationChannel(playerId: string): Dispose {
  const inits = createLatest()
  const polling = createPolling()
  let hasSentInit = false
  let isClosed = false

  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  /** Polls as without a connection if no answer has come for MAX_SILENCE_MS. */
  const expectAnswer = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(polling.start, MAX_SILENCE_MS)
  }

  const initialize = async (): Promise<void> => {
    const mark = inits.begin()
    const isFirst = !hasSentInit
    hasSentInit = true
    const marks = { balance: balanceMark(), heldMachine: heldMachineMark() }
    const answer = await channel.request('init', { id: playerId || null }, HelloAck)
    if (inits.isStale(mark)) return
    // The answer holds the balance; the lists may be older than the connection.
    let rest: () => Promise<unknown> = refresh
    if (answer.ok) {
      clearTimeout(silenceTimer)
      polling.stop()
      rest = refreshLobby
      const { session } = answer.value
      receiveBalance(answer.value, marks.balance)
      // A server that says nothing of it here pushes it.
      if (session !== undefined) applySession(session?.status ? session : undefined, marks.heldMachine)
      notePlayed(session)
    } else if (answer.error.category === 'auth') {
      endRejectedSession(answer.error)
      return
    } else if (answer.error.category === 'network' && channel.state.peek() === 'up') void initialize()
    // Who waits for the answer reads the seat and the balance at once.
    setJoined()
    // The first lists are no older than the page: pictures in view come before newer ones.
    if (answer.ok && isFirst) await whenLive()
    if (!isClosed) void rest()
  }
  const connectTimer = setTimeout(() => setLink('down', Date.now()), MAX_CONNECTING_MS)
  const channel = openChannel({
    url: settings.peek().notificationUrl,
    token: () => currentToken() ?? '',
    tokenIn: settings.peek().socketToken,
    pushes: pushHandlers((info) => {
      if (info.action === 'logout') endRejectedSession(info)
      else receiveMessage(info)
    }),
    onState(state, failure) {
      polling.stop()
      clearTimeout(connectTimer)
      clearTimeout(silenceTimer)
      if (state === 'refused') {
        if (failure) endRejectedSession(failure)
        return
      }
      setLink(state, Date.now())
      if (state === 'up') {
        expectAnswer()
        void initialize()
      } else polling.start()
    },
  })
  setLink('connecting', Date.now())
  expectAnswer()
  setResync(initialize)
  const stopRenewals = watchTokenRenewals(channel.renewToken)
  return () => {
    isClosed = true
    inits.invalidate()
    clearTimeout(silenceTimer)
    clearTimeout(connectTimer)
    polling.stop()
    channel.close()
    setResync(undefined)
    stopRenewals()
    setLink('off', Date.now())
  }
}
