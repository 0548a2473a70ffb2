import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { GameInitAck, GameState, VideoSource } from '../../../contract/live.ts'
import { type Failure, failed, type Result } from '../../../contract/result.ts'
import type { ChannelOptions, ChannelState } from '../../../net/socket.ts'
import { settle } from '../../../net/whep.fake.ts'
import type { FrameTimes } from '../../../net/whep-frames.ts'
import type { WhepExtensionContext } from '../../../net/whep-session.ts'
import type { Whep, WhepSource, WhepState } from '../../../net/whep-types.ts'
import { startCooldown } from './actions.ts'
import { joinGame } from './game-visit.ts'

export const IDLE: GameState = {
  seq: 1,
  phase: 'idle',
  credit: 10_000,
  stake: 500,
  win: 0,
  freeSpins: 0,
  bonusWin: 0,
}

export const INIT_ACK = {
  ok: true,
  balance: 50_000,
  seq: 1,
  machine: { id: '7', name: 'Kervan 07', brand: 'kervan', status: 'playing' },
  game: IDLE,
  video: { type: 'screen', url: '/whep/7', iceServers: [] } as VideoSource,
  capabilities: {
    buttons: ['spin', 'bet-down', 'bet-up', 'bet-max'],
    stakes: [100, 500, 1000],
    transfer: true,
  },
} satisfies GameInitAck

interface SentRequest {
  name: string
  payload: Record<string, unknown>
  /** Answers as the server would, once. */
  answer(result: Result<unknown>): Promise<void>
  ok(value: object): Promise<void>
  refuse(code: number): Promise<void>
  lose(): Promise<void>
}

/** A visit with a fake channel and a fake video session. */
export function fakeGameVisit(id = '7', join = joinGame) {
  const requests: SentRequest[] = []
  const plays: WhepSource[] = []
  const calls: string[] = []
  const whepState = signal<WhepState>('idle')
  const age = signal<number | undefined>()
  const pictureFailure = signal<Failure | undefined>()
  const retrySeconds = signal<number | undefined>()
  const channelState = signal<ChannelState>('connecting')
  let options: ChannelOptions | undefined
  /** The tokens that were sent on the open socket. */
  const renewed: string[] = []
  let videoToken = () => ''
  const closed = { channel: 0, whep: 0 }
  const extension: { current: WhepExtensionContext | undefined } = { current: undefined }
  // Ends the cooldown of the previous test.
  startCooldown(0)

  const whep: Whep = {
    state: whepState,
    age,
    failure: pictureFailure,
    retrySeconds,
    stream: signal(undefined) as ReadonlySignal<MediaStream | undefined>,
    prepare: async (url) => void calls.push(url ? `offer to ${url}` : 'prepare'),
    play(source, token) {
      plays.push(source)
      videoToken = token
    },
    watch: () => () => {},
    extension: () => extension.current,
    close: () => closed.whep++,
  }
  const leavePage = join(id, {
    createWhep: () => whep,
    openChannel(given) {
      calls.push('connect')
      options = given
      return {
        state: channelState,
        request(name, payload) {
          if (channelState.peek() !== 'up') return Promise.resolve(failed('network'))
          return new Promise((resolve) => {
            const answer = async (result: Result<unknown>) => {
              resolve(result as never)
              await settle()
            }
            requests.push({
              name,
              payload,
              answer,
              ok: (value) => answer({ ok: true, value }),
              refuse: (code) => answer(failed('refused', { code })),
              lose: () => answer(failed('network')),
            })
          })
        },
        renewToken: () => renewed.push(options?.token() ?? ''),
        close: () => closed.channel++,
      }
    },
  })

  return {
    requests,
    renewed,
    plays,
    calls,
    closed,
    /** The session as its extensions see it. */
    extension,
    leavePage,
    token: () => options?.token(),
    /** What the video server is sent. */
    videoToken: () => videoToken(),
    lastRequest: () => requests.at(-1) as SentRequest,
    push: options?.pushes ?? {},
    async setChannelState(
      state: ChannelState,
      failure?: Parameters<NonNullable<ChannelOptions['onState']>>[1],
    ) {
      channelState.value = state
      options?.onState?.(state, failure)
      await settle()
    },
    setPicture(state: WhepState, ms: number | undefined) {
      whepState.value = state
      age.value = ms
    },
    /** The element shows a frame. */
    showFrame: (frame: FrameTimes) => whep.onFrame?.(frame),
    /** The video server's answer is final. */
    failVideo(status: number, details: Partial<Failure> = {}) {
      pictureFailure.value = failed('auth', { status, ...details }).error
      this.setPicture('failed', age.peek())
    },
    /** An attempt failed; the next one comes in so many seconds, where the server has named a time. */
    delayVideo(failure: Failure, seconds?: number) {
      pictureFailure.value = failure
      retrySeconds.value = seconds
      whepState.value = seconds === undefined ? 'offering' : 'waiting'
    },
    /** Connects, answers init and plays live video. */
    async connect(over: Partial<typeof INIT_ACK> = {}) {
      await this.setChannelState('up')
      await this.lastRequest().ok({ ...INIT_ACK, ...over })
      this.setPicture('playing', 0)
    },
  }
}
