import { batch, effect, signal } from '@preact/signals-react'
import { Code } from '../contract/codes.ts'
import { CashoutAck, GameInitAck, type VideoSource } from '../contract/live.ts'
import type { Failure } from '../contract/result.ts'
import { commandId } from '../net/command-id.ts'
import { type Channel, openChannel } from '../net/socket.ts'
import { createWhep, type Whep, type WhepState } from '../net/whep.ts'
import { checkSession, endBecause } from '../session/actions.ts'
import { currentToken } from '../session/state.ts'
import { settings } from '../settings.ts'
import { balanceMark, setBalance } from '../wallet/state.ts'
import { GAME_PUSHES } from './live.ts'
import {
  exit,
  gameMark,
  leaveBecause,
  linkDown,
  type Picture,
  pictureNow,
  resetGame,
  takeInit,
  video,
} from './state.ts'

/** One visit to a machine: its line, its picture, and what follows them. */
export interface Visit {
  id: string
  /** Names this visit, so that a page that was sent away is known when it comes back. */
  page: string
  channel: Channel
  whep: Whep
  stops: (() => void)[]
  asked: number
}

const open = signal<Visit | undefined>()

/** The visit that is open. */
export const currentVisit = (): Visit | undefined => open.peek()

function pictureOf(state: WhepState, age: number | undefined): Picture {
  if (state === 'failed') return 'failed'
  if (age === undefined) return 'opening'
  return state === 'playing' ? 'live' : 'lost'
}

/** A WHEP address as the machine server means it: relative to itself. */
function absolute(url: string): string {
  const server = settings.peek().machineUrl.replace(/^ws/, 'http')
  return new URL(url, new URL(server || '/', window.location.origin)).href
}

function refuse(failure: Failure): void {
  if (failure.category === 'auth') endBecause(failure)
  leaveBecause({ kind: 'refused', failure })
}

/** Sits down, or after a lost line or answer asks how things truly stand. Moves no money, so it may be asked again. */
export async function init(own: Visit): Promise<void> {
  const turn = ++own.asked
  const mark = balanceMark()
  const heard = gameMark()
  const answer = await own.channel.request(
    'init',
    { machineID: own.id, token: currentToken() ?? '', page: own.page },
    GameInitAck,
  )
  if (own !== open.peek() || turn !== own.asked) return
  if (answer.ok) {
    batch(() => {
      takeInit(answer.value, heard)
      setBalance(answer.value, mark)
    })
  } else if (answer.error.category !== 'network') refuse(answer.error)
  else if (own.channel.state.peek() === 'up') void init(own)
}

/**
 * Joins a machine: line, peer connection and offer are opened at once, side by side, so that nothing waits that
 * need not. The answer ends all of it, by whatever road the page is left.
 */
export function joinGame(id: string, make = { openChannel, createWhep }): () => void {
  closeVisit()
  resetGame()
  const whep = make.createWhep()
  whep.prepare()
  const channel = make.openChannel({
    url: settings.peek().machineUrl,
    token: () => currentToken() ?? '',
    tokenIn: settings.peek().socketToken,
    pushes: GAME_PUSHES,
    onState(state, failure) {
      const here = open.peek()
      // A page that was sent away does not come back by itself.
      if (here?.channel !== channel || exit.peek()) return
      if (state === 'up') void init(here)
      else if (state === 'down') linkDown(Date.now())
      else if (state === 'refused' && failure) refuse(failure)
    },
  })
  const own: Visit = { id, page: commandId(), channel, whep, stops: [], asked: 0 }
  open.value = own
  own.stops.push(
    effect(() => pictureNow(pictureOf(whep.state.value, whep.age.value), whep.age.value)),
    effect(() => {
      if (video.value) play(whep, video.value)
    }),
    effect(() => {
      // Who serves pictures does not end a session: the platform is asked whether it still holds.
      if (whep.failure.value?.status === 401) void checkSession()
    }),
    effect(() => {
      const reason = exit.value
      // A machine that closes the visit pays out what is on it; a newer page of the same player goes on with it.
      if (reason?.kind !== 'told' || reason.info.code === Code.takenOver) return
      void channel.request('cashout', { requestId: commandId() }, CashoutAck)
      if (reason.info.action === 'logout') endBecause(reason.info)
    }),
  )
  return () => {
    if (open.peek() === own) closeVisit()
  }
}

function play(whep: Whep, { url, iceServers }: VideoSource): void {
  const servers = iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username !== undefined && { username }),
    ...(credential !== undefined && { credential }),
  }))
  whep.play({ url: absolute(url), iceServers: servers }, () => currentToken() ?? '')
}

function closeVisit(): void {
  const own = open.peek()
  open.value = undefined
  if (!own) return
  for (const stop of own.stops) stop()
  own.channel.close()
  own.whep.close()
}

/** Opens the picture anew, on the player's wish. */
export function reopenPicture(): void {
  const source = video.peek()
  const own = open.peek()
  if (source && own) play(own.whep, source)
}

/** Shows the picture of the visit in this element and counts its frames; the answer stops both. */
export function showPicture(element: HTMLVideoElement): () => void {
  return effect(() => {
    const whep = open.value?.whep
    if (!whep) return undefined
    const unwatch = whep.watch(element)
    const stop = effect(() => {
      element.srcObject = whep.stream.value ?? null
    })
    return () => {
      stop()
      unwatch()
      element.srcObject = null
    }
  })
}
