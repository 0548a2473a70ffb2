import * as v from 'valibot'
import { ChatIdentity } from '../../src/contract/chat.ts'
import { CheckAnswer } from '../../src/contract/country-check.ts'
import { CancelRequest, MachineAnswer, MachineRequest } from '../../src/contract/end-visit.ts'
import { BalanceAnswer, LoginRequest, Permission, SignInAnswer } from '../../src/contract/http.ts'
import {
  LimitRequest,
  LimitsAnswer,
  PauseRequest,
  PendingLimit,
  PlayerLimit,
} from '../../src/contract/limits.ts'
import { RequestId } from '../../src/contract/money.ts'
import {
  LinkAnswer,
  LinkDecision,
  LinkQuestion,
  LinkQuestionRequest,
  LinkRequest,
  LinkState,
  LinkStateRequest,
} from '../../src/contract/phone-login.ts'
import {
  ClaimAnswer,
  EndLoginRequest,
  EventsAnswer,
  LoginsAnswer,
  PageQuery,
  PasswordRequest,
  ProfileAnswer,
  SessionsAnswer,
  SlotSession,
  Transaction,
  TransactionsAnswer,
} from '../../src/contract/player.ts'
import { QualityReport } from '../../src/contract/quality-report.ts'
import { SuccessAnswer } from '../../src/contract/success.ts'
import { ThemeSettings, UserUpdate } from '../../src/contract/user.ts'
import { describeObject, iso, optional } from './field-docs.ts'

const COLUMN = 'the column is empty'
const NEXT = 'the list is complete'
const SUCCESS_FIELDS = {
  status: optional('Anything but false. With false the call is refused.', 'done'),
  code: optional('20000, 0 or absent. With another code the call is refused.', 'done'),
  ErrorMessage: optional(
    'Without a code and a `status` of true: the call is refused, for this reason.',
    'done',
  ),
}

/** Session, wallet and account. */
export const ACCOUNT_SCHEMAS = {
  LoginRequest: describeObject(LoginRequest, 'A login.', {
    username: 'User name or e-mail address, without the spaces around it.',
    password: 'As typed.',
    site_id: optional('The setting `siteId`.', 'the server assumes its only site'),
  }),
  SignInAnswer: describeObject(
    SignInAnswer,
    "The signed-in player. A renewal returns a token that replaces the request's token. GET /validate need not repeat the fields of POST /login: a field that is absent or null keeps its value, except `pin_code`, where null removes the PIN.",
    {
      token: 'A JWT or an opaque text. Of a JWT only `exp` is read.',
      pin_code: optional(
        'Hash of the PIN, never the PIN: `sha256:` and 64 hexadecimal digits (or the digits alone), or `pbkdf2-sha256:iterations:salt:hash`, salt and hash in base64.',
        'the idle lock offers only the logout',
      ),
      id: optional(
        'Id of the player, sent in the `init` of the notification channel.',
        'that `init` carries null',
      ),
      username: optional('Shown in the menu.', 'the typed name'),
      name: optional('First name.', 'not shown'),
      lastname: optional('Last name.', 'not shown'),
      Group: optional('`admin` and `staff` are roles; any other text is the role `user`.', 'the role `user`'),
      Permissions: optional(
        'Levels of the player; a menu item with levels needs one of them.',
        'levels are not checked',
      ),
      ip_address: optional('IP address of this login.', 'not shown'),
      versions: optional('Version of the server. Not read.', 'no effect'),
      early_video_url: optional(
        "WHEP address with `{id}` for the machine, relative to the machine server, which answers an offer up to 10 s before the player is seated and starts the picture with the seat. The server must reach the player by its own ICE checks, because the app may send no candidates. Empty: the address no longer exists. Used where the game's `init` names the same address without ICE servers.",
        'the app sends its offer after the join',
      ),
      last_logon: optional('Time of the previous login.', 'not shown', 'ISO 8601'),
      last_logon_ip: optional('IP address of that login.', 'not shown'),
      last_machines: optional(
        'Ids of the machines that the player has played, the last one first; the lobby shows three.',
        'the lobby shows none',
      ),
    },
  ),
  Permission: describeObject(Permission, 'One level of a player.', {
    PermissionId: 'The level, such as 145.',
  }),
  CheckAnswer: describeObject(CheckAnswer, 'Whether players of this country are admitted.', {
    status: 'false: not admitted.',
    code: optional('10703 if the player is not admitted.', 'no effect'),
    ip: optional(
      'IP address of the player, shown on the page for refused players.',
      'the page does not show it',
    ),
    country: optional('Name or code of the country, shown on the same page.', 'the page does not show it'),
  }),
  BalanceAnswer: describeObject(BalanceAnswer, 'The wallet.', {
    balance: 'The balance of the wallet.',
    seq: optional(
      "Increases with every movement of this player's money; of two answers, the one with the higher number is shown.",
      'the answer to the latest request is shown',
    ),
  }),
  ClaimQuery: describeObject(v.object({ requestId: RequestId }), 'The name of a claim.', {
    requestId: 'A claim that is repeated with the same name is credited once.',
  }),
  ClaimParams: describeObject(ClaimAnswer.entries.Params.wrapped, 'The result of a claim.', {
    amount: optional('The credited amount.', 'no amount is shown'),
    seconds: optional(
      'With a refusal: time until the next claim is possible.',
      'the setting `repeatWindow`',
      's',
    ),
  }),
  ClaimAnswer: describeObject(ClaimAnswer, 'A discount or a bonus.', {
    status: 'true: credited.',
    Params: optional('The credited amount.', 'no amount is shown'),
    code: optional('With a refusal: the reason.', 'ErrorMessage'),
    ErrorMessage: optional('With a refusal: the reason as text.', 'a general text'),
  }),
  MachineRequest: describeObject(MachineRequest, 'The machine of a command.', {
    machineId: 'Id of the machine.',
  }),
  CancelRequest: describeObject(CancelRequest, 'The machine to release.', {
    machineId: 'Id of the machine.',
    automatic: optional('true: the app releases it, as an unattended kiosk does.', 'the player asks for it'),
  }),
  MachineAnswerParams: describeObject(
    MachineAnswer.wrapped.entries.Params.wrapped,
    'The amount that a cancel moved.',
    {
      amount: optional('The credit that was moved to the wallet.', 'no amount is shown'),
    },
  ),
  MachineAnswer: describeObject(MachineAnswer.wrapped, 'Done. The answer may be empty.', {
    ...SUCCESS_FIELDS,
    Params: optional('The amount that a cancel moved.', 'no amount is shown'),
  }),
  ProfileAnswer: describeObject(ProfileAnswer, "The account and the player's preferences.", {
    id: 'Id of the player.',
    username: 'User name.',
    name: optional('First name.', 'not shown'),
    lastname: optional('Last name.', 'not shown'),
    email: optional('E-mail address.', 'a note says that it is missing'),
    last_logon: optional('The last login.', 'not shown', 'ISO 8601'),
    last_logon_ip: optional('IP address of that login.', 'not shown'),
    last_password_change: optional(
      'Time of the last password change. After a lost answer it shows whether the change was made.',
      'not shown; a change with a lost answer counts as not made',
      'ISO 8601',
    ),
    password_expired: optional('true: a notice asks for a new password.', 'no notice'),
    limits: optional(
      'true: the server has the calls under `/player/limits` and `/player/pause`.',
      'the profile shows no limits, and the app sends neither call',
    ),
    shortcuts: optional('Ids of menu items.', 'an empty list'),
    favourites: optional('Ids of machines.', 'an empty list'),
    settings: optional("The player's theme.", "the operator's theme"),
  }),
  PasswordRequest: describeObject(PasswordRequest, 'A change of the password.', {
    old_password: 'The current password.',
    new_password: 'The new password. The server checks its rules: codes 40001, 40101 and 60021.',
  }),
  OpenLogin: describeObject(LoginsAnswer.entries.rows.item, 'An open login.', {
    id: 'Its id.',
    time: iso('Time of the login.'),
    used: optional('Time of its last use.', 'not shown', 'ISO 8601'),
    ip: optional('IP address.', 'not shown'),
    device: optional('Browser and system, such as `Chrome, Android`.', 'a neutral name'),
    current: optional('true: the login of this token; the app does not offer to end it.', 'another login'),
  }),
  LoginsAnswer: describeObject(LoginsAnswer, "The player's open logins, the newest first.", {
    rows: 'All of them.',
  }),
  EndLoginRequest: describeObject(EndLoginRequest, "Ends one of the player's logins.", {
    id: 'Id of the login. A login that has already ended is no error.',
  }),
  LinkRequest: describeObject(LinkRequest, 'A kiosk requests a code.', {
    screen: optional("The screen's name, from the address of its page: `?kiosk=Screen 4`.", 'no name'),
  }),
  LinkAnswer: describeObject(LinkAnswer, 'A code, and the secret of the page that requested it.', {
    code: 'Shown to the player, as text and in the QR picture.',
    secret: 'Stays in the memory of the page. With it the page fetches the login.',
    seconds: { text: 'How long the code can be confirmed.', unit: 's' },
  }),
  LinkStateRequest: describeObject(LinkStateRequest, "The state of the page's code.", {
    secret: 'The secret of the page.',
  }),
  LinkState: describeObject(LinkState, 'The state of a code.', {
    state:
      '`waiting`, `confirmed` (once, with `login`), `refused` by the player, or `over`: expired, used or unknown.',
    login: optional('With `confirmed`: the answer of a login.', 'no login'),
  }),
  LinkQuestionRequest: describeObject(LinkQuestionRequest, 'A code that a player has scanned or typed.', {
    code: 'The code. Spaces, hyphens and letter case do not matter.',
  }),
  LinkQuestion: describeObject(LinkQuestion, 'Who asks for the login.', {
    venue: "The operator's name of the place, from the address of the kiosk, never from its page.",
    screen: optional('The name of the screen.', 'not shown'),
    seconds: { text: 'How long the code can still be confirmed.', unit: 's' },
  }),
  LinkDecision: describeObject(LinkDecision, "The player's decision, which is final.", {
    code: 'The code.',
    accept: 'true: log the player in at the kiosk.',
  }),
  PendingLimit: describeObject(PendingLimit, 'A change of a limit that is not effective yet.', {
    value: optional('The new limit, in cents or minutes.', 'the limit will be removed'),
    from: iso('When it takes effect.'),
  }),
  PlayerLimit: describeObject(
    PlayerLimit,
    'A limit that the player may set: a loss in cents, a time in minutes.',
    {
      kind: 'What it limits: `loss-day`, `loss-week`, `loss-month` (stakes minus wins) or `time-day` (time at machines).',
      value: optional('The limit.', 'no limit is set'),
      used: 'The net loss, negative for a net win, or the time, since the period began.',
      resets: iso('The end of the period.'),
      pending: optional('A change that is not effective yet.', 'no change is pending'),
    },
  ),
  LimitsAnswer: describeObject(LimitsAnswer, "The player's own limits and pause.", {
    limits: 'The limits that the server keeps, set or not. The page offers these.',
    pausedUntil: optional('The end of the pause.', 'the player has not paused', 'ISO 8601'),
    pauseDays: optional('The pauses that the server offers, in days.', 'the page offers no pause'),
    timeZone: optional('IANA time zone at whose midnight the periods begin.', 'not shown'),
  }),
  LimitRequest: describeObject(
    LimitRequest,
    'A change of one limit. A lower one applies at once, a higher one or none after 24 hours. The value that applies now withdraws a pending change.',
    { kind: 'The limit.', value: 'The new limit, in cents or minutes; null removes it.' },
  ),
  PauseRequest: describeObject(
    PauseRequest,
    'A pause from now on. A shorter one than the current one changes nothing.',
    { days: 'One of `pauseDays`.' },
  ),
  QualityReport: describeObject(
    QualityReport,
    'The quality of the picture of one machine, since the first picture or the previous report. It identifies no player, machine, network or browser.',
    {
      build: 'Name of the build of the app; `unknown` for a build without a name.',
      device: 'A touch screen is a `phone`, a screen in kiosk mode a `kiosk`.',
      joinMs: {
        text: 'Time from the press on the machine, or from the opening of its address, to the first picture.',
        without: 'it was reported earlier, or the page was hidden meanwhile',
        unit: 'ms',
      },
      ageMs: {
        text: 'Median of the age of the picture, read once a second.',
        without: 'the video carries no capture times',
        unit: 'ms',
      },
      stallsMs: {
        text: 'Duration of each stall of the picture that ended without a new connection.',
        unit: 'ms',
      },
      reconnectsMs: {
        text: 'Duration of each loss of the picture or of the machine server, until a new connection restored it.',
        unit: 'ms',
      },
    },
  ),
  PageQuery: describeObject(PageQuery, 'A page of a list.', {
    cursor: optional('The cursor of the previous answer.', 'the first page'),
    limit: optional('Rows, 1 to 200.', '50'),
    search: optional('Words to search for.', 'all rows'),
  }),
  Transaction: describeObject(Transaction, 'A movement of money.', {
    id: 'Its id.',
    time: iso('Time of the booking.'),
    action: optional('Its kind.', 'a neutral name, as for an unknown kind'),
    amount: 'Signed change of the wallet: a cash-in is negative.',
    balance: optional('The balance afterwards.', COLUMN),
    machine: optional('Name of the machine.', COLUMN),
    from: optional('Its source, as the server names it.', COLUMN),
    tag: optional('A label of the server.', COLUMN),
  }),
  TransactionsAnswer: describeObject(TransactionsAnswer, 'Movements, the newest first.', {
    rows: 'The rows of the page.',
    cursor: optional('Send it to get the next page.', NEXT),
  }),
  SlotSession: describeObject(SlotSession, 'A visit to a machine.', {
    id: 'Its id.',
    machine: 'Name of the machine.',
    start: iso('Start of the visit.'),
    end: optional('End of the visit.', 'the visit has not ended', 'ISO 8601'),
    duration: { text: 'Length of the visit.', unit: 'ms' },
    cashIn: 'Loaded from the wallet.',
    cashOut: 'Moved back to the wallet.',
    spins: 'Paid spins.',
    freeSpins: 'Free spins.',
    from: optional('Its source, as the server names it.', COLUMN),
    tag: optional('A label of the server.', COLUMN),
  }),
  SessionsAnswer: describeObject(SessionsAnswer, 'Visits, the newest first.', {
    rows: 'The rows of the page.',
    cursor: optional('Send it to get the next page.', NEXT),
  }),
  AccountEvent: describeObject(EventsAnswer.entries.rows.item, 'An event of the account.', {
    id: 'Its id.',
    type: 'Kind of the event: `login success`, `login fail`, `logout`, `password changed`, … Other texts are shown unchanged.',
    time: iso('Time of the event.'),
    ip: optional('IP address.', 'not shown'),
    machine: optional('Name of the machine.', 'not shown'),
  }),
  EventsAnswer: describeObject(EventsAnswer, 'Events, the newest first.', {
    rows: 'The rows of the page.',
    cursor: optional('Send it to get the next page.', NEXT),
  }),
  ThemeSettings: describeObject(ThemeSettings, "A player's theme.", {
    layoutStyle: 'Layout.',
    direction: 'Text direction; empty: the direction of the language.',
    folded: 'The menu is folded to icons.',
    scheme: 'Name of a colour scheme; empty: the default colours.',
    animations: 'Animations are shown.',
    customScrollbars: "The app's own scrollbars are used.",
  }),
  UserChanges: describeObject(
    UserUpdate.entries.user,
    'The changed preferences. Absent fields stay unchanged.',
    {
      shortcuts: optional('Ids of menu items, at most 50.', 'unchanged'),
      favourites: optional('Ids of machines, at most 500.', 'unchanged'),
      settings: optional('The theme.', 'unchanged'),
    },
  ),
  UserUpdate: describeObject(UserUpdate, "A change of a player's preferences.", { user: 'The changes.' }),
  SuccessAnswer: describeObject(SuccessAnswer.wrapped, 'Done. The answer may be empty.', SUCCESS_FIELDS),
  ChatIdentity: describeObject(ChatIdentity, "The player's identity for the live chat's provider.", {
    id: 'Opaque: only the server can map it to the player.',
    hash: "HMAC-SHA256 of `id` with the provider's secret, in hexadecimal digits.",
  }),
} as const
