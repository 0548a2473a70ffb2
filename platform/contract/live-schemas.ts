import { TimeAck, TimeRequest } from '../../src/contract/clock.ts'
import {
  AuthAck,
  AuthRequest,
  BalancePush,
  Band,
  CabinetButton,
  CabinetState,
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
  PressAck,
  PressRequest,
  QuitPush,
  Region,
  SessionPush,
  SpinAck,
  SpinRequest,
  VideoSource,
} from '../../src/contract/live.ts'
import { describeObject, describeValue, optional } from './field-docs.ts'

const OK = 'Always true: the request was carried out.'
const SEQ = optional(
  "Increases with every movement of this player's money.",
  'the answer to the later request counts',
)
const WALLET = { balance: 'The balance of the wallet.', seq: SEQ } as const
const OPTIONAL_WALLET = {
  balance: optional('The balance of the wallet.', 'the app fetches it'),
  seq: SEQ,
} as const
const [gameInitAccepted] = GameInitAck.options

/** Requests, acknowledgements and pushes of the two channels. */
export const LIVE_SCHEMAS = {
  Refusal: describeObject(LoadAck.options[1], 'The acknowledgement of a refused request.', {
    ok: 'Always false.',
    code: optional('The reason (src/contract/codes.ts).', '`ErrorMessage` is shown'),
    ErrorMessage: optional('The text for a code that the app does not know.', 'a general text'),
    params: optional('Values for the placeholders of the text.', 'the text has gaps'),
  }),
  HelloRequest: describeObject(HelloRequest, 'Joins the notification channel.', {
    id: optional('Id of the player from the login, else the user name.', 'the player of the token'),
  }),
  HelloAccepted: describeObject(HelloAck.options[0], 'The current state: wallet and machine of the player.', {
    ok: OK,
    ...OPTIONAL_WALLET,
    session: optional(
      'The machine of the player; null: the player has no machine.',
      'the server pushes `session` by itself',
    ),
  }),
  HelloAck: describeValue(HelloAck, 'Joined, or refused.'),
  GameInitRequest: describeObject(
    GameInitRequest,
    'Joins a machine, or rejoins it after a lost connection.',
    {
      machineID: 'Id of the machine.',
      token: "The token of the login. It must belong to the same player as the handshake's token.",
      page: optional(
        'Identifies one visit of one page. A page that was taken over and reconnects by itself is refused with 60015.',
        'two pages of a player can take a machine from each other once',
      ),
    },
  ),
  IceServer: describeObject(VideoSource.entries.iceServers.wrapped.item, 'A STUN or TURN server.', {
    urls: 'Its addresses.',
    username: optional('Of a TURN server.', 'none'),
    credential: optional('Of a TURN server.', 'none'),
  }),
  VideoSource: describeObject(VideoSource, "The source of the machine's picture.", {
    type: optional('`camera`: a filmed cabinet, no rotate control. `screen`: a screen.', '`screen`'),
    url: 'WHEP address; relative to the machine server.',
    token: optional(
      'Bearer token for this address. It may be short-lived: after a 401 the app requests a new one by `init`, at most every 10 s.',
      'the token of the session is sent',
    ),
    iceServers: optional('STUN and TURN servers, in addition to those of the WHEP answer.', 'none'),
  }),
  Region: describeObject(Region, 'A part of the picture, completely inside it.', {
    x: { text: 'Left edge.', unit: 'parts of one' },
    y: { text: 'Upper edge.', unit: 'parts of one' },
    width: { text: 'Width, more than 0.', unit: 'parts of one' },
    height: { text: 'Height, more than 0.', unit: 'parts of one' },
  }),
  Band: describeObject(Band, 'A band of the machine: a part of its picture, or a range of stakes.', {
    id: 'Id of the band; the app translates `cabinet`, `reels`, `sign` and `meters`.',
    name: optional('Name for other ids.', 'the id'),
    Order: optional('The highest is shown first.', '0'),
    kind: optional('`crop`: a part of the picture. `bet`: a range of stakes.', '`crop`'),
    region: optional('For `crop`: the part.', 'the whole picture'),
    stakes: optional('For `bet`: the stakes, in cents.', 'all stakes of the machine'),
  }),
  CabinetButton: describeObject(CabinetButton, 'A button of a cabinet. The app sends `press` with its id.', {
    id: 'Its id.',
    label: "The cabinet's own label.",
    kind: optional('The app translates the stake buttons and shows the label of the others.', '`other`'),
  }),
  Capabilities: describeObject(Capabilities, 'The functions of the machine. The app does not show others.', {
    buttons: optional(
      'Of `spin`, `bet-up`, `bet-down`, `bet-max` (or `max-bet`), `autoplay`; others are ignored.',
      'no buttons: without `spin` the machine cannot be played',
    ),
    cabinetButtons: optional(
      'Buttons of a cabinet, which stand in a row under the picture. Not the spin and the cash-out, which the app has controls for.',
      'no row',
    ),
    stakes: optional('Stakes in cents, ascending.', 'the stake cannot be changed'),
    transfer: optional('true: credit can be loaded and cashed out.', 'neither is offered'),
    bands: optional('Bands.', 'no choice of bands'),
  }),
  SeatedMachine: describeObject(gameInitAccepted.entries.machine, 'The machine.', {
    id: 'Its id.',
    name: optional('Shown.', 'no name is shown'),
    brand: optional('Name of its picture.', 'no picture'),
    status: 'Its state.',
  }),
  LastSpin: describeObject(GameState.entries.spin.wrapped, 'The running spin, or the last completed one.', {
    id: 'Its id.',
    stake: 'The stake of the spin.',
    win: 'The win, including the jackpot; 0 until the reels have stopped.',
    free: 'A free spin.',
    jackpot: optional('The part of `win` that is the jackpot.', '0'),
  }),
  CabinetTransfer: describeObject(CabinetState.entries.transfer.wrapped, 'Money on its way.', {
    direction: '`load`: to the machine. `cash-out`: to the wallet.',
    amount: 'In neither of the two until the cabinet confirms it.',
  }),
  CabinetState: describeObject(CabinetState, 'What a cabinet reports beside its credit.', {
    status: optional(
      '`hand-pay`: an attendant pays an amount. `locked`: by hand. `fault`: a door, a tilt. `unreachable`: its controller is not connected. Any other value reads as `locked`.',
      '`ready`: its buttons answer',
    ),
    handPay: optional('What the attendant pays.', 'the player sees no amount'),
    transfer: optional('A load or a cash-out that the cabinet has not confirmed.', 'no money is on its way'),
    foreignCredit: optional(
      'The part of the credit that the player did not load, and cannot play.',
      "all credit is the player's",
    ),
    fault: optional("The cabinet's own words for its fault.", 'a general text'),
  }),
  GameState: describeObject(
    GameState,
    'The state of a machine. Always the whole state, never a difference.',
    {
      seq: 'Increases with every change of this machine; the app drops an older state. After a restart of the server it may start again: the answer to `init` counts.',
      phase: '`spinning` from the accepted spin until the reels have stopped.',
      credit: 'The credit on the machine. During a spin: after the stake.',
      stake: 'The stake of the machine.',
      win: 'The win of the last spin; 0 until the reels have stopped.',
      freeSpins: 'Free spins left; they are played at `stake` and cost nothing.',
      bonusWin: 'The total win of the free spins so far.',
      spin: optional('The running spin, or the last one.', 'no spin is shown'),
      cabinet: optional('Of a machine that makes its own games.', 'the machine has nothing of it to say'),
    },
  ),
  GameInitAccepted: describeObject(gameInitAccepted, 'The player has the machine.', {
    ok: OK,
    ...OPTIONAL_WALLET,
    machine: optional('The machine.', 'the machine of the request, without a name of its own'),
    game: optional('Its state.', 'no credit is shown; only cashing out and leaving are possible'),
    video: optional('The source of its picture.', 'no picture, and therefore no play'),
    capabilities: optional('Its functions.', 'the machine can only be watched'),
  }),
  GameInitAck: describeValue(
    GameInitAck,
    'Joined, or refused: then the app shows the reason and opens the lobby.',
  ),
  LoadRequest: describeObject(LoadRequest, 'Moves money from the wallet to the machine.', {
    requestId: 'Name of the command.',
    amount: 'The amount.',
  }),
  LoadAccepted: describeObject(LoadAck.options[0], 'Loaded.', {
    ok: OK,
    ...WALLET,
    game: 'The state of the machine.',
  }),
  LoadAck: describeValue(LoadAck, 'Loaded, or refused: then nothing was moved.'),
  SpinRequest: describeObject(SpinRequest, 'Plays one spin, or a free spin if the machine has one.', {
    requestId: 'Name of the command.',
    stake: 'The stake.',
  }),
  SpinAccepted: describeObject(SpinAck.options[0], 'The spin is accepted, or already complete.', {
    ok: OK,
    game: '`spinning`; the outcome follows as a `game` push. Or the outcome itself, with phase `idle`.',
  }),
  SpinAck: describeValue(SpinAck, 'Accepted, or refused: then nothing was staked.'),
  PressRequest: describeObject(PressRequest, 'Presses a button of a cabinet.', {
    requestId: 'Name of the command.',
    button: 'One of `cabinetButtons`.',
  }),
  PressAccepted: describeObject(PressAck.options[0], 'The button was pressed.', {
    ok: OK,
    game: optional('The state of the machine.', 'the app keeps the last one'),
  }),
  PressAck: describeValue(PressAck, 'Pressed, or refused: then nothing was pressed.'),
  CashoutRequest: describeObject(CashoutRequest, 'Moves the whole credit back to the wallet.', {
    requestId: optional('Name of the command.', 'each request is a separate command'),
    automatic: optional(
      'true: the app ends the visit, as an unattended kiosk does or after an `info` push.',
      'the player asks for it',
    ),
  }),
  CashoutAccepted: describeObject(CashoutAck.options[0], 'Cashed out.', {
    ok: OK,
    ...OPTIONAL_WALLET,
    amount: optional('The moved amount; may be 0.', 'the player sees no amount'),
    game: optional('The state of the machine.', 'the app keeps the last one'),
  }),
  CashoutAck: describeValue(CashoutAck, 'Cashed out, or refused: then nothing was moved.'),
  AuthRequest: describeObject(AuthRequest, 'Continues an open socket with a renewed token.', {
    token: 'The token from `GET /validate`.',
  }),
  AuthAccepted: describeObject(AuthAck.options[0], 'The socket now expires with the renewed token.', {
    ok: OK,
  }),
  AuthAck: describeValue(AuthAck, 'Continued, or refused.'),
  TimeRequest: describeObject(TimeRequest, 'Requests the time.', {}),
  TimeAccepted: describeObject(TimeAck.options[0], 'The time.', {
    ok: OK,
    now: { unit: 'ms', text: 'Time of the answer since 1970, with fractions.' },
  }),
  TimeAck: describeValue(TimeAck, 'The time, or refused.'),
  MachineChange: describeObject(MachineChange, 'The new status of a machine.', {
    id: 'Its id.',
    status: 'Its state.',
    reservation: optional(
      'true: held for the player of this channel.',
      'unchanged if status and end are the same, else not held for the player',
    ),
    reservedUntil: optional('End of the reservation.', 'no countdown', 'ISO 8601'),
  }),
  MachinePush: describeValue(MachinePush, 'One change or a list of them.'),
  JackpotChange: describeObject(JackpotChange, 'The current figures of a brand.', {
    id: 'Id of the brand.',
    jackpot: { text: 'Amounts, separated by commas.', unit: 'cents' },
    freeCount: optional('Number of its machines with the status `available`.', 'unchanged'),
  }),
  JackpotPush: describeValue(JackpotPush, 'One change or a list of them.'),
  BalancePush: describeObject(BalancePush, 'The wallet.', WALLET),
  SessionPush: describeObject(SessionPush, 'The player got a machine, or lost it.', {
    status: 'true: the player has a machine.',
    id: optional(
      'Id of the machine; required with `status: true`.',
      'with `status: false` it is the machine of the last `session`; with true the app does not offer to return',
    ),
    name: optional('Its name.', 'the id'),
    machine_status: optional(
      'The status for its player: `playing` while a page of the player plays it, `waiting` or `in-bonus` while it is held.',
      '`unknown`: the app offers both ways to return',
    ),
    credit: optional(
      'Credit on a held machine.',
      'the app shows no amount, and does not count it for a discount',
    ),
    reservedUntil: optional(
      'When the credit of a held machine returns to the wallet.',
      'no countdown',
      'ISO 8601',
    ),
    cabinet: optional(
      'What a held cabinet reports: a hand pay, or money on its way.',
      'the app shows the credit alone',
    ),
  }),
  InfoPush: describeObject(InfoPush, 'A message or an action.', {
    code: optional('The app shows its text in the language of the player.', '`message` is shown'),
    params: optional('Values for the placeholders of the text.', 'the text has gaps'),
    message: optional('Text for a code that the app does not know.', 'nothing is shown'),
    action: optional(
      '`leave`: the page leaves the game; `logout`: the session ends. On the game channel the app first sends `cashout` (not after 60015).',
      '`none`',
    ),
  }),
  QuitMessage: describeObject(QuitPush.wrapped, 'The operator removes the player from the game.', {
    message: optional('Not shown: the app shows its own text.', 'no effect'),
  }),
} as const
