import type { CodeValue } from '../../src/contract/codes.ts'
import { PUSHES, type PushName, REQUESTS, type RequestName } from '../../src/contract/live.ts'
import { nameOf, type SchemaName } from './schemas.ts'

/** A request of the app on a channel, with its acknowledgement. */
export interface Request {
  readonly event: string
  readonly channel: 'game' | 'notification'
  readonly summary: string
  readonly text: string
  readonly payload: SchemaName
  readonly ack: SchemaName
  readonly codes: readonly CodeValue[]
}

/** An event that the server sends. */
export interface Push {
  readonly event: string
  readonly channel: 'game' | 'notification'
  readonly summary: string
  readonly text: string
  readonly payload: SchemaName
  readonly without: string
}

const LOST =
  'Sent once; if its acknowledgement is lost, the app sends `init` again and shows the returned state.'

/** Any request may be refused with these, by its form or rate, or by the server's state. */
export const REQUEST_CODES: readonly CodeValue[] = [40000, 60011, 60014, 60016]

/** The player's own limits and pause. */
const OWN_LIMITS: readonly CodeValue[] = [60030, 60031, 60032, 60033, 60034]

const AUTH = {
  summary: 'A renewed token',
  text: 'Optional. A server that ends a socket when its token expires continues the socket with this one; other servers ignore it. The app sends it after each renewal by `GET /validate` and does not wait for the acknowledgement. A socket that the server ends is opened again with the newest token, and `init` resumes the visit: no spin is lost.',
  codes: [10, 60000],
} as const

type Channel = Request['channel']
const CHANNELS = ['notification', 'game'] as const

const REQUEST_TEXTS: Record<Channel, { [N in RequestName]?: Pick<Request, 'summary' | 'text' | 'codes'> }> = {
  notification: {
    auth: AUTH,
  },
  game: {
    auth: AUTH,
    load: {
      summary: 'Load balance',
      text: `Moves \`amount\` from the wallet to the machine. ${LOST}`,
      codes: [50100, 60003, 60004, 60007, 60008, 60010, 60015, 60020, 60022, 60023, ...OWN_LIMITS],
    },
    spin: {
      summary: 'Spin',
      text: `Stakes \`stake\`, or plays a free spin when the machine holds one. The outcome comes as a \`game\` push, or in the acknowledgement. ${LOST}`,
      codes: [50100, 60003, 60005, 60006, 60007, 60008, 60010, 60015, ...OWN_LIMITS],
    },
    press: {
      summary: 'Press a button of a cabinet',
      text: `Optional: the app sends it only for the machine's \`cabinetButtons\`. What it changed comes as a \`game\` push. ${LOST}`,
      codes: [50100, 60003, 60005, 60006, 60007, 60008, 60010, 60013, 60015, ...OWN_LIMITS],
    },
    cashout: {
      summary: 'Cash out',
      text: `Moves the whole credit back to the wallet. The app also sends it when an \`info\` push ends the visit. ${LOST}`,
      codes: [50100, 60003, 60007, 60008, 60009, 60010, 60015, 60018, 60023],
    },
    time: {
      summary: "The server's clock",
      text: 'Optional. Answer at once, with the clock that the capture times of the video (abs-capture-time) are taken from. The app sends it only while the video carries such times: five times after a join, then every 10 s, and measures how old the picture on the screen is. After three unanswered requests the app sends no more on that connection, and only checks that frames arrive.',
      codes: [],
    },
  },
}

export const SOCKET_REQUESTS: readonly Request[] = [
  {
    event: 'init',
    channel: 'notification',
    summary: 'Join',
    text: 'The first event after each connect. The server pushes only after it.',
    payload: 'HelloRequest',
    ack: 'HelloAck',
    codes: [10, 60000],
  },
  {
    event: 'init',
    channel: 'game',
    summary: 'Join a machine',
    text: 'The first event after each connect, also after a lost connection and a lost acknowledgement: it moves no money, and returns the current state.',
    payload: 'GameInitRequest',
    ack: 'GameInitAck',
    codes: [10, 10704, 60000, 60001, 60002, 60003, 60004, 60007, 60015, 60017, 60022, ...OWN_LIMITS],
  },
  ...CHANNELS.flatMap((channel) =>
    Object.entries(REQUEST_TEXTS[channel]).map(([event, texts]) => {
      const [payload, ack] = REQUESTS[event as RequestName]
      return { event, channel, ...texts, payload: nameOf(payload), ack: nameOf(ack) }
    }),
  ),
]

const POLLED = 'the lobby shows the state of the last fetch'

const PUSH_TEXTS: Record<Channel, { [N in PushName]?: Pick<Push, 'summary' | 'text' | 'without'> }> = {
  notification: {
    machine: {
      summary: 'A machine changed',
      text: 'The status of a machine, or of several in one list.',
      without: POLLED,
    },
    jackpot: {
      summary: 'A jackpot changed',
      text: 'At most a few times a second.',
      without: POLLED,
    },
    balance: {
      summary: 'The wallet changed',
      text: 'After every movement of the wallet, whatever its cause.',
      without: 'the wallet is updated by the next answer that contains it',
    },
    session: {
      summary: 'The machine of the player',
      text: 'When the player gets a machine, when its `machine_status`, or the credit or the end of a held one, changes, and with `status: false` when the player no longer has a machine. Send `waiting` (or `in-bonus`) when the page that played it is gone and the machine still holds the seat: the app then offers to return.',
      without: 'only the card of a machine leads back to it',
    },
    info: {
      summary: 'A message',
      text: 'Action `logout` ends the session.',
      without: 'the app shows no messages',
    },
  },
  game: {
    game: {
      summary: 'The machine changed',
      text: 'The whole state, sent after every change to the page that plays the machine.',
      without: 'a spin never ends, unless its acknowledgement contains the outcome',
    },
    video: {
      summary: 'Reopen the picture',
      text: 'The source has changed, or its server was restarted.',
      without: 'the app detects missing frames by itself, which takes longer',
    },
    balance: {
      summary: 'The wallet changed',
      text: 'The same as on the notification channel.',
      without: 'the notification channel reports it',
    },
    info: {
      summary: 'A message, or the end of the visit',
      text: 'Action `leave` makes the page leave: send it to a page that loses its seat, then disconnect. After a bare disconnect the page reconnects. An idle visit: 18800 (credit is 0) or 18802 with `seconds`, once a second from 10 down; 18801; then 50100 with action `leave`. A load, spin, cash-out or init ends the countdown.',
      without: 'a page that loses its seat keeps reconnecting',
    },
    quit: {
      summary: 'Removed by the operator',
      text: 'The page leaves the game and shows a message; the credit stays on the machine until it is cashed out.',
      without: '`info` with action `leave` has the same effect',
    },
  },
}

export const SOCKET_PUSHES: readonly Push[] = CHANNELS.flatMap((channel) =>
  Object.entries(PUSH_TEXTS[channel]).map(([event, texts]) => {
    return { event, channel, ...texts, payload: nameOf(PUSHES[event as PushName]) }
  }),
)
