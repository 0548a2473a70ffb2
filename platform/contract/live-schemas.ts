import { TimeAck, TimeRequest } from '../../src/contract/clock.ts'
import {
  AuthAck,
  AuthRequest,
  BalancePush,
  Band,
  Capabilities,
  CashoutAck,
  CashoutRequest,
  GameInitAck,
  GameInitRequest,
  GameState,
  HelloAck,
  HelloRequest,
  InfoPush,
  JackpotChange,
  JackpotPush,
  LoadAck,
  LoadRequest,
  MachineChange,
  MachinePush,
  QuitPush,
  Region,
  SessionPush,
  SpinAck,
  SpinRequest,
  VideoSource,
} from '../../src/contract/live.ts'
import { describeObject, describeValue, optional } from './field-docs.ts'

const OK = 'Always true: the request was carried out.'
const WALLET = {
  balance: 'What the wallet holds.',
  seq: optional("Grows with every movement of this player's money.", 'the newer of two requests counts'),
} as const
const [gameInitAccepted] = GameInitAck.options

/** Requests, acknowledgements and pushes of the two channels. */
export const LIVE_SCHEMAS = {
  Refusal: describeObject(LoadAck.options[1], 'The acknowledgement of a request that was refused.', {
    ok: 'Always false.',
    code: optional('The reason (src/contract/codes.ts).', '`ErrorMessage` is shown'),
    ErrorMessage: optional('The text that is shown for a code that the app does not know.', 'a general text'),
    params: optional('Values for the placeholders of the text.', 'the text has gaps'),
  }),
  HelloRequest: describeObject(HelloRequest, 'Joins the notification channel.', {
    id: optional('Id of the player, as the login gave it.', 'the player of the token'),
  }),
  HelloAccepted: describeObject(HelloAck.options[0], 'How things stand: wallet and machine of the player.', {
    ok: OK,
    ...WALLET,
    session: optional(
      'The machine that the player has; null: none.',
      'the server pushes `session` by itself',
    ),
  }),
  HelloAck: describeValue(HelloAck, 'Joined, or refused.'),
  GameInitRequest: describeObject(
    GameInitRequest,
    'Joins a machine, or comes back to it after a lost connection.',
    {
      machineID: 'Id of the machine.',
      token: 'The token of the session. It must be of the same player as that of the handshake.',
      page: optional(
        'Names one visit of one page. A page whose name was taken over and that comes back by itself is refused with 60015.',
        'two pages of a player can take a machine from each other once',
      ),
    },
  ),
  IceServer: describeObject(VideoSource.entries.iceServers.wrapped.item, 'A STUN or TURN server.', {
    urls: 'Its addresses.',
    username: optional('Of a TURN server.', 'none'),
    credential: optional('Of a TURN server.', 'none'),
  }),
  VideoSource: describeObject(VideoSource, 'Where the picture of the machine is.', {
    type: optional('`camera`: a filmed cabinet, no rotate control. `screen`: a screen.', '`screen`'),
    url: 'WHEP address; relative to the machine server.',
    token: optional(
      'Sent to this address as the bearer. It may be short-lived: when the address answers 401, the app asks for another one by `init`, at most every 10 s.',
      'the token of the session is sent',
    ),
    iceServers: optional('STUN and TURN servers, besides those of the WHEP answer.', 'none'),
  }),
  Region: describeObject(Region, 'A part of the picture; it ends inside the picture.', {
    x: { text: 'Left edge.', unit: 'parts of one' },
    y: { text: 'Upper edge.', unit: 'parts of one' },
    width: { text: 'Width, more than 0.', unit: 'parts of one' },
    height: { text: 'Height, more than 0.', unit: 'parts of one' },
  }),
  Band: describeObject(Band, 'A band of the machine: a part of its picture, or a range of stakes.', {
    id: 'Its id; `cabinet`, `reels`, `sign`, `meters` are named in the language of the player.',
    name: optional('Shown for other ids.', 'the id'),
    Order: optional('The highest is shown first.', '0'),
    kind: optional('`crop`: a part of the picture. `bet`: a range of stakes.', '`crop`'),
    region: optional('For `crop`: the part.', 'the whole picture'),
    stakes: optional('For `bet`: the stakes, in cents.', 'all stakes of the machine'),
  }),
  Capabilities: describeObject(Capabilities, 'What the machine can do. What is not announced is not shown.', {
    buttons: optional(
      'Of `spin`, `bet-up`, `bet-down`, `bet-max` (or `max-bet`), `autoplay`; others are ignored.',
      'no buttons: without `spin` nobody can play',
    ),
    stakes: optional('Stakes in cents, ascending.', 'the stake of the game state stays'),
    transfer: optional('true: credit can be loaded and cashed out.', 'neither is offered'),
    bands: optional('Bands.', 'no choice of bands'),
  }),
  SeatedMachine: describeObject(gameInitAccepted.entries.machine, 'The machine.', {
    id: 'Its id.',
    name: optional('Shown.', 'no name is shown'),
    brand: optional('Names its picture.', 'no picture'),
    status: 'Its state.',
  }),
  LastSpin: describeObject(
    GameState.entries.spin.wrapped,
    'The spin under way, or the last one that ended.',
    {
      id: 'Its id.',
      stake: 'What it was played at.',
      win: 'What it won, the jackpot in it; 0 until the reels stand.',
      free: 'A free spin.',
      jackpot: optional('The part of `win` that is the jackpot.', '0'),
    },
  ),
  GameState: describeObject(
    GameState,
    'What a machine shows. The whole state each time, never a difference.',
    {
      seq: 'Grows with every change of this machine; an older state is dropped. After a restart of the server it may begin anew: the answer to `init` counts.',
      phase: '`spinning` from the accepted spin until the reels stand.',
      credit: 'On the machine. While it spins: after the stake.',
      stake: 'The stake of the machine.',
      win: 'Of the last spin; 0 until the reels stand.',
      freeSpins: 'Free spins left; they are played at `stake` and cost nothing.',
      bonusWin: 'What the free spins have brought so far.',
      spin: optional('The spin under way, or the last one.', 'no spin is shown'),
    },
  ),
  GameInitAccepted: describeObject(gameInitAccepted, 'The player has the machine.', {
    ok: OK,
    ...WALLET,
    machine: 'The machine.',
    game: 'What it shows.',
    video: optional('Where its picture is.', 'no picture, and therefore no play'),
    capabilities: optional('What it can do.', 'the machine can only be watched'),
  }),
  GameInitAck: describeValue(
    GameInitAck,
    'Joined, or refused: then the app shows why and goes to the lobby.',
  ),
  LoadRequest: describeObject(LoadRequest, 'Moves money from the wallet to the machine.', {
    requestId: 'Name of the command.',
    amount: 'How much.',
  }),
  LoadAccepted: describeObject(LoadAck.options[0], 'Loaded.', {
    ok: OK,
    ...WALLET,
    game: 'What the machine shows.',
  }),
  LoadAck: describeValue(LoadAck, 'Loaded, or refused: then nothing was moved.'),
  SpinRequest: describeObject(SpinRequest, 'Plays one spin; a free one when the machine holds one.', {
    requestId: 'Name of the command.',
    stake: 'The stake.',
  }),
  SpinAccepted: describeObject(SpinAck.options[0], 'The spin is accepted, or has ended already.', {
    ok: OK,
    game: '`spinning`; the outcome follows as a `game` push. Or the outcome itself, with phase `idle`.',
  }),
  SpinAck: describeValue(SpinAck, 'Accepted, or refused: then nothing was staked.'),
  CashoutRequest: describeObject(CashoutRequest, 'Moves the whole credit back to the wallet.', {
    requestId: optional('Name of the command.', 'each request is a command of its own'),
  }),
  CashoutAccepted: describeObject(CashoutAck.options[0], 'Cashed out.', {
    ok: OK,
    ...WALLET,
    amount: 'What was moved; may be 0.',
    game: 'What the machine shows.',
  }),
  CashoutAck: describeValue(CashoutAck, 'Cashed out, or refused: then nothing was moved.'),
  AuthRequest: describeObject(AuthRequest, 'Continues an open socket with a renewed token.', {
    token: 'The token that `GET /validate` answered.',
  }),
  AuthAccepted: describeObject(AuthAck.options[0], 'The socket ends with the renewed token.', { ok: OK }),
  AuthAck: describeValue(AuthAck, 'Continued, or refused.'),
  TimeRequest: describeObject(TimeRequest, 'Asks for the time.', {}),
  TimeAccepted: describeObject(TimeAck.options[0], 'The time.', {
    ok: OK,
    now: { unit: 'ms', text: 'Since 1970, with fractions, when the server answered.' },
  }),
  TimeAck: describeValue(TimeAck, 'The time, or refused.'),
  MachineChange: describeObject(MachineChange, 'The new status of a machine.', {
    id: 'Its id.',
    status: 'Its state.',
    reservation: optional(
      'true: held for the player of this channel.',
      'unchanged with the same status and end, else not held for the player',
    ),
    reservedUntil: optional('When the reservation ends.', 'no countdown', 'ISO 8601'),
  }),
  MachinePush: describeValue(MachinePush, 'One change or a list of them.'),
  JackpotChange: describeObject(JackpotChange, 'What the jackpots of a brand hold now.', {
    id: 'Id of the brand.',
    jackpot: { text: 'Amounts, separated by commas.', unit: 'cents' },
  }),
  JackpotPush: describeValue(JackpotPush, 'One change or a list of them.'),
  BalancePush: describeObject(BalancePush, 'The wallet.', WALLET),
  SessionPush: describeObject(SessionPush, 'The player has a machine, or has none any more.', {
    status: 'true: the player has a machine.',
    id: optional('Id of the machine; needed with `status: true`.', 'the app offers no way back'),
    name: optional('Its name.', 'the id'),
    machine_status: optional(
      'As its owner sees it: `playing` while a page of the player plays it, `waiting` or `in-bonus` when it waits for them.',
      '`unknown`: both ways back are offered',
    ),
  }),
  InfoPush: describeObject(InfoPush, 'Something to show, or to do.', {
    code: optional('Shown in the language of the player.', '`message`'),
    params: optional('Values for the placeholders of the text.', 'the text has gaps'),
    message: optional('Shown for a code that the app does not know.', 'nothing is shown for it'),
    action: optional(
      '`leave`: the page leaves the game; `logout`: the session ends. On the game channel the app first sends `cashout` (not after 60015).',
      '`none`',
    ),
  }),
  QuitMessage: describeObject(QuitPush.wrapped, 'The operator removes the player from the game.', {
    message: optional('Kept for the record; the app shows its own text.', 'no effect'),
  }),
} as const
