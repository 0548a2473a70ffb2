import * as v from 'valibot'
import { ChatIdentity } from '../../src/contract/chat.ts'
import { CheckAnswer } from '../../src/contract/country-check.ts'
import { BalanceAnswer, LoginRequest, Permission, SignInAnswer } from '../../src/contract/http.ts'
import { MachineAnswer, MachineRequest } from '../../src/contract/machine-session.ts'
import { RequestId } from '../../src/contract/money.ts'
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
import { ThemeSettings, UserUpdate, UserUpdateAnswer } from '../../src/contract/user.ts'
import { describeObject, iso, optional } from './field-docs.ts'

const COLUMN = 'the column is empty'
const NEXT = 'the list is complete'

/** Session, wallet and account. */
export const ACCOUNT_SCHEMAS = {
  LoginRequest: describeObject(LoginRequest, 'A login.', {
    username: 'User name or e-mail address, without the spaces around it.',
    password: 'As it was typed.',
    site_id: optional('The setting `siteId`.', 'the server assumes its only site'),
  }),
  SignInAnswer: describeObject(
    SignInAnswer,
    'Who is signed in. The token of a renewal takes the place of the one that asked. GET /validate need not repeat what POST /login said: a field that is absent or null keeps its value, but for `pin_code`, where null removes the PIN.',
    {
      token: 'A JWT or an opaque text. Of a JWT only `exp` is read.',
      pin_code: optional(
        'Hash of the PIN, never the PIN: `sha256:` and 64 hexadecimal digits (or the digits alone), or `pbkdf2-sha256:iterations:salt:hash`, salt and hash in base64.',
        'the idle lock offers the logout alone',
      ),
      id: optional(
        'Id of the player, sent in the `init` of the notification channel.',
        'that `init` carries null',
      ),
      username: optional('Shown in the menu.', 'the name that was typed'),
      name: optional('First name.', 'not shown'),
      lastname: optional('Last name.', 'not shown'),
      Group: optional('`admin` and `staff` are roles; any other text is the role `user`.', 'the role `user`'),
      Permissions: optional(
        'Levels of the player; a menu item with levels needs one of them.',
        'levels are not checked',
      ),
      ip_address: optional('Address that this session comes from.', 'not shown'),
      versions: optional('Version of the server. Not read.', 'no effect'),
      early_video_url: optional(
        "WHEP address with `{id}` for the machine, relative to the machine server, which answers an offer up to 10 s before the player is seated: the picture comes with the seat. The server finds the player by its own ICE checks: candidates may not follow. Empty: there is none any more. Used where the game's `init` names the same address without ICE servers.",
        'the app offers when it has joined',
      ),
      last_logon: optional('The login before this one.', 'not shown', 'ISO 8601'),
      last_logon_ip: optional('Address of that login.', 'not shown'),
    },
  ),
  Permission: describeObject(Permission, 'One level of a player.', {
    PermissionId: 'The level, such as 145.',
  }),
  CheckAnswer: describeObject(CheckAnswer, 'Whether players of this country are admitted.', {
    status: 'false: not admitted.',
    code: optional('10703 where the player is not admitted.', 'no effect'),
    ip: optional('Address of the player, named on the page of the refused.', 'the page names none'),
    country: optional('Name or code of the country, named there too.', 'the page names none'),
  }),
  BalanceAnswer: describeObject(BalanceAnswer, 'The wallet.', {
    balance: 'What the wallet holds.',
    seq: optional(
      "Grows with every movement of this player's money; of two balances that cross, the higher one is shown.",
      'the one that was asked for last is shown',
    ),
  }),
  ClaimQuery: describeObject(v.object({ requestId: RequestId }), 'The name of a claim.', {
    requestId: 'A claim that is asked for again under the same name is credited once.',
  }),
  ClaimParams: describeObject(ClaimAnswer.entries.Params.wrapped, 'What a claim brought.', {
    amount: optional('What was credited.', 'no amount is named'),
    seconds: optional('With a refusal: until it can be claimed again.', 'the setting `repeatWindow`', 's'),
  }),
  ClaimAnswer: describeObject(ClaimAnswer, 'A discount or a bonus.', {
    status: 'true: credited.',
    Params: optional('What was credited.', 'no amount is named'),
    code: optional('With a refusal: the reason.', 'ErrorMessage'),
    ErrorMessage: optional('With a refusal: the reason in words.', 'a general text'),
  }),
  MachineRequest: describeObject(MachineRequest, 'The machine that a command is about.', {
    machineId: 'Id of the machine.',
  }),
  MachineAnswerParams: describeObject(MachineAnswer.wrapped.entries.Params.wrapped, 'What a cancel moved.', {
    amount: optional('The credit that went back to the wallet.', 'no amount is named'),
  }),
  MachineAnswer: describeObject(MachineAnswer.wrapped, 'Done. The answer may be empty.', {
    status: optional('Never false in an answer that says it was done.', 'done'),
    Params: optional('What a cancel moved.', 'no amount is named'),
  }),
  ProfileAnswer: describeObject(ProfileAnswer, 'The account, and what the player chose.', {
    id: 'Id of the player.',
    username: 'User name.',
    name: optional('First name.', 'not shown'),
    lastname: optional('Last name.', 'not shown'),
    email: optional('E-mail address.', 'a note says that there is none'),
    last_logon: optional('The last login.', 'not shown', 'ISO 8601'),
    last_logon_ip: optional('Its address.', 'not shown'),
    last_password_change: optional(
      'When the password was changed; also tells whether a change whose answer was lost was made.',
      'not shown; such a change counts as not made',
      'ISO 8601',
    ),
    password_expired: optional('true: a notice asks for a new password.', 'no notice'),
    shortcuts: optional('Ids of menu items.', 'none are chosen'),
    favourites: optional('Ids of machines.', 'none are chosen'),
    settings: optional('How the app looks for this player.', "the operator's look"),
  }),
  PasswordRequest: describeObject(PasswordRequest, 'A change of the password.', {
    old_password: 'The password until now.',
    new_password: "The new one. Its rules are the server's: codes 40001, 40101 and 60021.",
  }),
  OpenLogin: describeObject(LoginsAnswer.entries.rows.item, 'A login that is open.', {
    id: 'Its id.',
    time: iso('When the player logged in.'),
    used: optional('When it was last used.', 'not shown', 'ISO 8601'),
    ip: optional('From which address.', 'not shown'),
    device: optional('Browser and system, such as `Chrome, Android`.', 'a neutral name'),
    current: optional('true: the login of this token; the app does not offer to end it.', 'another one'),
  }),
  LoginsAnswer: describeObject(LoginsAnswer, "The player's own logins that are open, the newest first.", {
    rows: 'All of them.',
  }),
  EndLoginRequest: describeObject(EndLoginRequest, 'Ends one of the own logins.', {
    id: 'Its id. One that has ended already is no error.',
  }),
  QualityReport: describeObject(
    QualityReport,
    'How a player saw one machine, from the first picture or the report before until this one. It names no player, machine, network or browser.',
    {
      build: 'Name of the build of the app; `unknown` where it has none.',
      device: 'A touch screen is a `phone`, a screen in kiosk mode a `kiosk`.',
      joinMs: {
        text: 'From the press on the machine, or from the opening of its address, to the first picture.',
        without: 'it was reported before, or the page was hidden meanwhile',
        unit: 'ms',
      },
      ageMs: {
        text: 'Median of the age of the picture, read once a second.',
        without: 'the video carries no capture times',
        unit: 'ms',
      },
      stallsMs: { text: 'How long the picture stood each time, until it went on by itself.', unit: 'ms' },
      reconnectsMs: {
        text: 'How long the picture or the machine server was away each time, until a new connection had it back.',
        unit: 'ms',
      },
    },
  ),
  PageQuery: describeObject(PageQuery, 'A page of a list.', {
    cursor: optional('What the answer before gave.', 'the first page'),
    limit: optional('Rows, 1 to 200.', '50'),
    search: optional('Words to search for.', 'all rows'),
  }),
  Transaction: describeObject(Transaction, 'A movement of money.', {
    id: 'Its id.',
    time: iso('When it was booked.'),
    action: optional('Its kind.', 'a neutral name, as for a kind that the app does not know'),
    amount: 'Signed, as the wallet sees it: a cash-in is negative.',
    balance: optional('The wallet afterwards.', COLUMN),
    machine: optional('Name of the machine.', COLUMN),
    from: optional("Where it comes from, in the server's words.", COLUMN),
    tag: optional("A mark, in the server's words.", COLUMN),
  }),
  TransactionsAnswer: describeObject(TransactionsAnswer, 'Movements, the newest first.', {
    rows: 'The page.',
    cursor: optional('To be sent for the next page.', NEXT),
  }),
  SlotSession: describeObject(SlotSession, 'A visit to a machine.', {
    id: 'Its id.',
    machine: 'Name of the machine.',
    start: iso('When it began.'),
    end: optional('When it ended.', 'it has not ended', 'ISO 8601'),
    duration: { text: 'How long it took.', unit: 'ms' },
    cashIn: 'Loaded from the wallet.',
    cashOut: 'Sent back to the wallet.',
    spins: 'Paid spins.',
    freeSpins: 'Free spins.',
    from: optional("Where it comes from, in the server's words.", COLUMN),
    tag: optional("A mark, in the server's words.", COLUMN),
  }),
  SessionsAnswer: describeObject(SessionsAnswer, 'Visits, the newest first.', {
    rows: 'The page.',
    cursor: optional('To be sent for the next page.', NEXT),
  }),
  AccountEvent: describeObject(EventsAnswer.entries.rows.item, 'Something that happened to the account.', {
    id: 'Its id.',
    type: 'What happened: `login success`, `login fail`, `logout`, `password changed`, … Others are shown as they are.',
    time: iso('When.'),
    ip: optional('From which address.', 'not shown'),
    machine: optional('Name of the machine.', 'not shown'),
  }),
  EventsAnswer: describeObject(EventsAnswer, 'Events, the newest first.', {
    rows: 'The page.',
    cursor: optional('To be sent for the next page.', NEXT),
  }),
  ThemeSettings: describeObject(ThemeSettings, 'How the app looks for a player.', {
    layoutStyle: 'Layout.',
    direction: 'Text direction; empty: that of the language.',
    folded: 'The menu is folded to icons.',
    scheme: 'Name of a colour scheme; empty: none.',
    animations: 'Animations are shown.',
    customScrollbars: "Scrollbars are the app's.",
  }),
  UserChanges: describeObject(
    UserUpdate.entries.user,
    'What is to be kept. What is left out stays as it was.',
    {
      shortcuts: optional('Ids of menu items, at most 50.', 'unchanged'),
      favourites: optional('Ids of machines, at most 500.', 'unchanged'),
      settings: optional('How the app looks.', 'unchanged'),
    },
  ),
  UserUpdate: describeObject(UserUpdate, 'What a player chose.', { user: 'The changes.' }),
  UserUpdateAnswer: describeObject(UserUpdateAnswer.wrapped, 'Done. The answer may be empty.', {
    status: optional('Anything but false.', 'done'),
    code: optional('20000 or nothing.', 'done'),
  }),
  ChatIdentity: describeObject(ChatIdentity, "Who the player is to the live chat's provider.", {
    id: 'Opaque: leads to nobody outside of the server.',
    hash: "HMAC-SHA256 of `id` with the provider's secret, in hexadecimal digits.",
  }),
} as const
