import { Code } from '../../src/contract/codes.ts'
import { accepted, acked, asJson, repeatable, unsent, withButtons, withGame } from './faults.ts'
import { dropped } from './faulty-proxy.ts'
import type { PlantedViolation } from './violations-of-calls.ts'

const GAME = { seq: 9, phase: 'idle', credit: 0, stake: 50, win: 0, freeSpins: 0, bonusWin: 0, spin: null }

const isHeld = (event: string, push: unknown) =>
  event === 'session' && asJson(push).machine_status === 'waiting'

export const VIOLATIONS_OF_SOCKETS: Readonly<Record<string, PlantedViolation>> = {
  'a socket opens without a token': {
    fault: () => ({ refusal: (error, token) => (token === undefined ? undefined : error) }),
    found: 'Notification socket: a handshake without a token is refused',
    because: /a refusal/,
  },
  'a refused handshake has no data': {
    fault: () => ({ refusal: () => new Error('no') }),
    found: 'Notification socket: a handshake without a token is refused',
    because: /a refusal with data/,
  },
  'the notification channel names another balance': {
    together: 4,
    fault: acked('init', (ack, { machineID }) => (machineID === undefined ? { ...ack, balance: 1 } : ack)),
    found: 'Notification socket: init answers with the balance',
    because: /"balance": \d+, as GET \/player\/balance/,
  },
  'a malformed init of the notification channel is accepted': {
    together: 4,
    fault: () => ({
      ack: (event, ack, payload) => (event === 'init' && payload === 'text' ? { ok: true, balance: 1 } : ack),
    }),
    found: 'Notification socket: a malformed init is refused',
    because: /init "text".*"ok": false with code 40000/,
  },
  'an unknown machine is joined': {
    fault: accepted('init', [Code.machineNotFound]),
    found: 'Join: an unknown machine is refused',
    because: /"ok": false with code 60001/,
  },
  "another player's machine is joined": {
    together: 4,
    fault: accepted('init', [Code.machineTaken]),
    found: 'Join: a machine that somebody else plays is refused',
    because: /"ok": false with code 60002/,
  },
  'a machine is joined with a bad token': {
    together: 4,
    fault: () => ({
      ack: (event, ack, payload) =>
        event === 'init' && asJson(payload).token === 'not-a-token' ? { ok: true } : ack,
    }),
    found: 'Join: init with a bad token is refused',
    because: /"ok": false with code 10/,
  },
  'a join names another balance': {
    fault: acked('init', (ack, { machineID }) => (machineID === undefined ? ack : { ...ack, balance: 1 })),
    found: 'Join: init answers with the wallet, and moves nothing',
    because: /"balance": \d+/,
  },
  'a state has no phase': {
    fault: acked('init', (ack, { machineID }) => (machineID ? withGame(ack, { phase: 'ready' }) : ack)),
    found: 'Join: init joins a free machine',
    because: /"game.phase": \("idle" \| "spinning"\), not "ready"/,
  },
  'the clock counts seconds': {
    together: 4,
    fault: () => ({ ack: (event, ack) => (event === 'time' ? { ok: true, now: 1_700_000_000 } : ack) }),
    found: "Join: time answers with the server's clock",
    because: /"now" in ms since 1970/,
  },
  'the stakes descend': {
    together: 4,
    fault: acked('init', (ack, { machineID }) =>
      machineID ? { ...ack, capabilities: { ...asJson(ack.capabilities), stakes: [200, 100, 50] } } : ack,
    ),
    found: 'Join: the announced stakes ascend',
    because: /ascending/,
  },
  'no push names the seat': {
    together: 5,
    fault: unsent('session', ({ machine_status: status }) => status === 'playing'),
    found: 'Join: a "session" push says that the player has the machine',
    because: /a "session" push with status true/,
  },
  'there are no machine pushes': {
    together: 4,
    fault: unsent('machine'),
    found: 'Join: a "machine" push says that the machine is in use',
    because: /no "machine" within/,
  },
  'a malformed load is accepted': {
    together: 4,
    fault: () => ({
      ack: (event, ack, payload) =>
        event === 'load' && asJson(payload).amount === 1.5 ? { ok: true, balance: 1, game: GAME } : ack,
    }),
    found: 'Credit: malformed loads are refused and move nothing',
    because: /"amount":1.5.*"ok": false with code 40000/,
  },
  'a spin without credit is accepted': {
    together: 4,
    fault: accepted('spin', [Code.creditTooLow], { game: GAME }),
    found: 'Credit: a spin without credit is refused',
    because: /"ok": false with code 60005/,
  },
  'a load above the wallet is accepted': {
    together: 4,
    fault: accepted('load', [Code.balanceTooLow], { balance: -1, game: GAME }),
    found: 'Credit: a load above the wallet is refused',
    because: /"ok": false with code 60004/,
  },
  'a load answers another balance': {
    fault: acked('load', (ack) => ({ ...ack, balance: Number(ack.balance) + 1 })),
    found: 'Credit: a load moves its amount to the machine',
    because: /"balance": \d+ and "credit": \d+/,
  },
  'the state of a load is no newer': {
    fault: acked('load', (ack) => withGame(ack, { seq: 1 })),
    found: 'Credit: a load moves its amount to the machine',
    because: /a "seq" of the machine above/,
  },
  'a load is never acknowledged': {
    fault: () => ({
      command: (event, payload) => (event === 'load' && asJson(payload).amount === 100 ? dropped : payload),
    }),
    found: 'Credit: a load moves its amount to the machine',
    because: /no acknowledgement within/,
  },
  'a repeated init answers an older state': {
    fault: acked('init', (ack, { machineID }, count) =>
      machineID && count > 2 ? withGame(ack, { credit: 0 }) : ack,
    ),
    found: 'Credit: init again moves nothing, and answers the state',
    because: /"credit": 100/,
  },
  'there are no balance pushes': {
    together: 4,
    fault: unsent('balance'),
    found: 'Credit: a "balance" push tells the other pages',
    because: /no "balance" within/,
  },
  'a balance push names another balance': {
    together: 5,
    fault: () => ({ push: (name, push) => (name === 'balance' ? { ...asJson(push), balance: 3 } : push) }),
    found: 'Credit: a "balance" push tells the other pages',
    because: /a "balance" push with \d+/,
  },
  'a repeated load is carried out': {
    fault: repeatable('load', (payload, first) => payload.amount === first?.amount),
    found: 'Credit: a repeated load is answered as the first and moves nothing',
    because: /no money moved \(the wallet went down by 100 cents\)/,
  },
  'a used requestId moves another amount': {
    together: 5,
    fault: repeatable('load', (payload, first) => payload.amount !== first?.amount),
    found: 'Credit: a used requestId for another amount is refused, or moves nothing',
    because: /src\/contract\/money.ts, RequestId/,
  },
  'a refusal has neither code nor text': {
    fault: () => ({ ack: (_, ack) => (asJson(ack).ok === false ? { ok: false } : ack) }),
    found: 'Notification socket: a malformed init is refused',
    because: /a "code" such as 40000/,
  },
  'a refused spin logs the player out': {
    fault: () => ({
      ack: (event, ack) =>
        event === 'spin' && asJson(ack).code === Code.stakeNotOffered ? { ok: false, code: 10 } : ack,
    }),
    found: 'Credit: malformed spins are refused and move nothing',
    because: /with code 10 the app logs the player out/,
  },
  'a stake that is not offered is accepted': {
    fault: accepted('spin', [Code.stakeNotOffered], { game: GAME }),
    found: 'Credit: malformed spins are refused and move nothing',
    because: /"ok": false with code 40000/,
  },
  'a spin takes twice its stake': {
    fault: () => ({
      command: (event, payload) =>
        event === 'spin' && asJson(payload).stake === 50 ? { ...asJson(payload), stake: 100 } : payload,
    }),
    found: 'Spin: a spin takes its stake',
    because: /a "spin" with "stake": 50/,
  },
  'a second spin is accepted': {
    together: 4,
    fault: accepted('spin', [Code.machineBusy], { game: GAME }),
    found: 'Spin: a second spin is refused while the reels turn',
    because: /"ok": false with code 60007/,
  },
  'a repeated spin is a new command': {
    fault: repeatable('spin', () => true),
    found: 'Spin: a repeated spin is answered as the first and stakes nothing',
    because: /as the first time/,
  },
  'the outcome of a spin is never pushed': {
    together: 5,
    fault: unsent('game', ({ phase, spin }) => phase === 'idle' && spin !== null),
    found: 'Spin: the outcome comes as a "game" push',
    because: /a "game" push of the spin with phase "idle"/,
  },
  'an outcome has another credit': {
    fault: () => ({
      push: (event, push) =>
        event === 'game' && asJson(push).phase === 'idle' && asJson(push).spin !== null
          ? { ...asJson(push), credit: Number(asJson(push).credit) + 1 }
          : push,
    }),
    found: 'Spin: the outcome comes as a "game" push',
    because: /"credit": \d+/,
  },
  'a push has text for an amount': {
    fault: () => ({
      push: (event, push) =>
        event === 'game' ? { ...asJson(push), credit: `${asJson(push).credit}` } : push,
    }),
    found: 'Credit: a push "game" fits the contract',
    because: /"credit": number, not "\d+"/,
  },
  'no push says that a lost machine waits': {
    together: 4,
    fault: unsent('session', ({ machine_status: status }) => status === 'waiting'),
    found: 'Lost connection: after a cut a "session" push says that the machine waits',
    because: /machine_status "waiting" or "in-bonus"/,
  },
  'a held machine names another credit': {
    together: 3,
    fault: () => ({
      push: (event, push) =>
        isHeld(event, push) ? { ...asJson(push), credit: 1, reservedUntil: '2027-01-02T03:04:05Z' } : push,
    }),
    found: 'Lost connection: the "session" push of a held machine names its credit and its end',
    because: /"credit": \d+/,
  },
  'a held machine names no time as its end': {
    together: 5,
    fault: () => ({
      push: (event, push) => (isHeld(event, push) ? { ...asJson(push), reservedUntil: '5 pm' } : push),
    }),
    found: 'Lost connection: the "session" push of a held machine names its credit and its end',
    because: /"reservedUntil" as ISO 8601/,
  },
  'the credit is lost with the connection': {
    fault: acked('init', (ack, { machineID }, count) =>
      machineID && count > 3 ? withGame(ack, { credit: 0 }) : ack,
    ),
    found: 'Lost connection: the same page finds its machine and its credit',
    because: /"credit": \d+/,
  },
  'a second page is refused': {
    fault: () => {
      let first: unknown
      return {
        ack(event, ack, payload) {
          const { machineID, page } = asJson(payload)
          if (event !== 'init' || machineID === undefined || asJson(ack).ok !== true) return ack
          first ??= page
          return page === first ? ack : { ok: false, code: Code.machineTaken }
        },
      }
    },
    found: 'Lost connection: a second page of the player takes the machine over',
    because: /an acknowledgement with "ok": true/,
  },
  'a page that lost its seat is not told': {
    together: 4,
    fault: unsent('info'),
    found: 'Lost connection: the first page is told to leave',
    because: /an "info" push with action "leave"/,
  },
  'a page that lost its seat stays connected': {
    fault: () => ({ keepsOpen: true }),
    found: 'Lost connection: the first page is closed, or refused',
    because: /a closed game socket/,
  },
  'a press names another credit': {
    together: 6,
    fault: withButtons((ack, _, count) => (ack.ok && count === 1 ? { ok: true, game: GAME } : ack)),
    found: 'Buttons: a press of an announced button moves no money',
    because: /"credit": \d+, as before/,
  },
  'a repeated press is refused': {
    together: 6,
    fault: withButtons((ack, _, count) => (count > 1 ? { ok: false, code: Code.requestIdReused } : ack)),
    found: 'Buttons: a repeated press is answered as the first',
    because: /an acknowledgement with "ok": true/,
  },
  'an unknown button is pressed': {
    together: 6,
    fault: withButtons((ack) => (ack.code === Code.notFound ? { ok: true } : ack)),
    found: 'Buttons: a button that is not announced is refused',
    because: /"ok": false with code 60013/,
  },
  'a malformed press is accepted': {
    together: 6,
    fault: withButtons((ack) => (ack.code === Code.invalidRequest ? { ok: true } : ack)),
    found: 'Buttons: malformed presses are refused',
    because: /"ok": false with code 40000/,
  },
  'an announced button is refused': {
    fault: withButtons((ack) => (ack.ok ? { ok: false, code: Code.notFound } : ack)),
    found: 'Buttons: a press of an announced button moves no money',
    because: /an acknowledgement with "ok": true/,
  },
  'a press answers no state of the machine': {
    fault: withButtons((ack) => (ack.ok ? { ok: true, game: { ...GAME, seq: 'next' } } : ack)),
    found: 'Buttons: a press of an announced button moves no money',
    because: /"game.seq"/,
  },
  'a machine without buttons takes a press': {
    together: 4,
    fault: () => ({ reply: (event) => (event === 'press' ? { ok: true } : undefined) }),
    found: 'Buttons: a button that is not announced is refused',
    because: /"ok": false with code 60013/,
  },
  'a cashout names another amount': {
    together: 5,
    fault: acked('cashout', (ack) => ({ ...ack, amount: Number(ack.amount) + 1 })),
    found: 'Cash-out: a cashout moves the whole credit to the wallet',
    because: /"amount": \d+, "balance": \d+ and "credit": 0/,
  },
  'a repeated cashout is a new command': {
    together: 4,
    fault: repeatable('cashout', () => true),
    found: 'Cash-out: a repeated cashout is answered as the first and moves nothing',
    because: /as the first time/,
  },
}
