import type { CodeValue } from '../../src/contract/codes.ts'
import type { SchemaName } from './schemas.ts'

/** A call that the app sends. */
export interface Operation {
  readonly method: 'get' | 'post'
  /** The path below `apiUrl`. */
  readonly path: string
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly text: string
  /** Sent without a token; all other calls carry it. */
  readonly open?: true
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: SchemaName
  readonly body?: SchemaName
  /** The app does not read the answer if there is no schema. */
  readonly answer?: SchemaName
  /** The codes of refusals for which the app has a text. */
  readonly codes?: readonly CodeValue[]
  /** What the app does if the server has no such call (404); without this field the call is required. */
  readonly without?: string
}

/** Any call may be refused with these: for its token, address, form or rate, or by the server's state. */
export const CALL_CODES: readonly CodeValue[] = [
  10, 60000, 10703, 10704, 40000, 60011, 60012, 60013, 60014, 60016,
]

const NOT_AVAILABLE = 'the screen says "not available"'

/** The operations of one tag. */
const tagged = (tag: string, operations: readonly Omit<Operation, 'tag'>[]): Operation[] =>
  operations.map((operation) => ({ tag, ...operation }))

export const OPERATIONS: readonly Operation[] = [
  ...tagged('Session', [
    {
      method: 'post',
      path: '/login',
      id: 'login',
      summary: 'Log in',
      text: 'Returns a token. The form shows a refusal; 10700 carries the number of attempts left, 10702 blocks the form for some time.',
      open: true,
      body: 'LoginRequest',
      answer: 'SignInAnswer',
      codes: [10700, 10701, 10702, 10703, 10704, 60011],
    },
    {
      method: 'get',
      path: '/validate',
      id: 'validate',
      summary: 'Renew the token',
      text: 'Sent when the app starts with a stored token, and before a JWT expires. The new token replaces the old one.',
      answer: 'SignInAnswer',
      codes: [10, 10704, 60000],
    },
    {
      method: 'post',
      path: '/player/logout',
      id: 'logout',
      summary: 'End the token',
      text: 'Sent once; the app removes the session regardless of the answer.',
      without: 'the token stays valid until it expires',
    },
    {
      method: 'post',
      path: '/login/link',
      id: 'createLink',
      summary: 'A code for the login from a phone',
      text: 'Only on a kiosk with the setting `phoneLogin`. The server gives codes to the addresses of venues only.',
      open: true,
      body: 'LinkRequest',
      answer: 'LinkAnswer',
      codes: [60011, 60013],
      without: 'leave `phoneLogin` off',
    },
    {
      method: 'post',
      path: '/login/link/state',
      id: 'linkState',
      summary: 'The state of the code',
      text: 'Sent every 2 s while the kiosk shows a code. The login is returned once, and only for the secret.',
      open: true,
      body: 'LinkStateRequest',
      answer: 'LinkState',
      codes: [60011],
      without: 'leave `phoneLogin` off',
    },
    {
      method: 'post',
      path: '/player/link',
      id: 'readLink',
      summary: 'Who asks for a login',
      text: 'Sent by the phone with the code that the player has scanned or typed. Limit the attempts of a player.',
      body: 'LinkQuestionRequest',
      answer: 'LinkQuestion',
      codes: [60011, 60035],
      without: 'leave `phoneLogin` off',
    },
    {
      method: 'post',
      path: '/player/link/answer',
      id: 'answerLink',
      summary: 'Confirm or refuse the login',
      text: 'The first decision counts, whichever phone sent it.',
      body: 'LinkDecision',
      codes: [60011, 60035],
      without: 'leave `phoneLogin` off',
    },
  ]),
  ...tagged('Wallet', [
    {
      method: 'get',
      path: '/player/balance',
      id: 'balance',
      summary: 'The wallet',
      text: 'Sent after a login, after each reconnect of the notification channel and while that channel is down.',
      answer: 'BalanceAnswer',
    },
    ...(['discount', 'bonus'] as const).map(
      (kind): Omit<Operation, 'tag'> => ({
        method: 'get',
        path: `/player/${kind}`,
        id: kind,
        summary: `Claim the ${kind}`,
        text: `Credits the ${kind} to the wallet. A repeated \`requestId\` gets the first answer and credits nothing.`,
        query: 'ClaimQuery',
        answer: 'ClaimAnswer',
        codes: [60010, 60011, 60019, 60034],
        without: `switch the button off (\`${kind === 'discount' ? 'autoDiscount' : 'autoBonus'}\`)`,
      }),
    ),
  ]),
  ...tagged('Floor', [
    {
      method: 'get',
      path: '/machine/brands',
      id: 'brands',
      summary: 'All brands',
      text: 'The first screen of the lobby if `showLobby` is on.',
      answer: 'BrandsAnswer',
    },
    {
      method: 'get',
      path: '/machine/{id}',
      id: 'machinesOfBrand',
      summary: 'The machines of a brand',
      text: 'Polled every `lobbyUpdateInterval` seconds while the notification channel is down.',
      parameters: { id: 'Id of the brand.' },
      answer: 'MachinesAnswer',
      codes: [60013],
    },
    {
      method: 'get',
      path: '/machine/all',
      id: 'allMachines',
      summary: 'All machines',
      text: 'The lobby if `showLobby` is off; also the search.',
      answer: 'MachinesAnswer',
    },
    {
      method: 'post',
      path: '/player/cancel',
      id: 'cancel',
      summary: 'Release a machine',
      text: "Moves the credit of the player's held machine to the wallet and frees the machine. Sent from the reconnect dialog, outside of a game.",
      body: 'CancelRequest',
      answer: 'MachineAnswer',
      codes: [60001, 60003, 60007, 60008, 60009, 60023],
      without: 'the player must return to the machine to cash out',
    },
    {
      method: 'post',
      path: '/player/kick',
      id: 'kick',
      summary: "Disconnect the player's other page",
      text: 'Another page of the same player plays the machine: the server makes it leave (`info`, action `leave`), so that this page can join. Seat and credit are kept.',
      body: 'MachineRequest',
      answer: 'MachineAnswer',
      codes: [60001, 60008],
      without: 'the player must close the other page',
    },
    {
      method: 'get',
      path: '/machine/{id}/rules',
      id: 'rules',
      summary: 'The rules of a machine',
      text: 'For the information panel of a game.',
      parameters: { id: 'Id of the machine.' },
      answer: 'RulesAnswer',
      codes: [60001],
      without: 'the panel says "not available"',
    },
    {
      method: 'get',
      path: '/attract',
      id: 'attract',
      summary: 'Free machines that guests may see',
      text: 'Only on a kiosk with the setting `kioskAttractPictures`, while it shows attract mode: every 30 s. Limit the calls of an address; the kiosks of a venue share one.',
      open: true,
      answer: 'AttractAnswer',
      without: 'leave `kioskAttractPictures` off',
    },
    {
      method: 'get',
      path: '/player/spins',
      id: 'spins',
      summary: "The player's last spins on a machine",
      text: 'For the information panel of a game.',
      query: 'SpinsQuery',
      answer: 'SpinsAnswer',
      without: 'the panel says "not available"',
    },
    {
      method: 'get',
      path: '/player/spin',
      id: 'spin',
      summary: 'One spin of the player, to look at again',
      text: 'For a row of the last spins that the player opens: what the reels showed, its combinations and the credit before and after. A machine that reports no reels leaves them out. An unknown spin, and one of another player, is 404.',
      query: 'SpinQuery',
      answer: 'RecalledSpin',
      codes: [60013],
      without: 'leave `recall` of `/player/spins` out: no row opens',
    },
  ]),
  ...tagged('Account', [
    {
      method: 'get',
      path: '/player/profile',
      id: 'profile',
      summary: 'The account',
      text: "For the profile, and for the player's preferences (shortcuts, favourites, theme).",
      answer: 'ProfileAnswer',
      without: `${NOT_AVAILABLE}; favourites, shortcuts and the theme are sent to /auth/user/update and stored on the device until the logout`,
    },
    {
      method: 'post',
      path: '/player/password',
      id: 'password',
      summary: 'Change the password',
      text: 'Sent once. If the answer is lost, `last_password_change` of the profile shows whether the password was changed. A refusal may also come with status 200 and `status: false` or a `code`.',
      body: 'PasswordRequest',
      codes: [40001, 40101, 60011, 60021, 10702],
      without: NOT_AVAILABLE,
    },
    {
      method: 'get',
      path: '/player/logins',
      id: 'logins',
      summary: 'Open logins',
      text: 'The time, address and device of each login of the player.',
      answer: 'LoginsAnswer',
      without: NOT_AVAILABLE,
    },
    {
      method: 'post',
      path: '/player/logins/end',
      id: 'endLogin',
      summary: 'Log out elsewhere',
      text: 'Ends a login of the same player immediately: its token is refused, and its sockets are closed with `info`, action `logout`.',
      body: 'EndLoginRequest',
      without: NOT_AVAILABLE,
    },
    {
      method: 'get',
      path: '/player/sessions',
      id: 'sessions',
      summary: 'Visits to machines',
      text: 'Page by page.',
      query: 'PageQuery',
      answer: 'SessionsAnswer',
      without: NOT_AVAILABLE,
    },
    {
      method: 'get',
      path: '/player/transactions',
      id: 'transactions',
      summary: 'Movements of money',
      text: 'Page by page.',
      query: 'PageQuery',
      answer: 'TransactionsAnswer',
      without: NOT_AVAILABLE,
    },
    {
      method: 'get',
      path: '/player/events',
      id: 'events',
      summary: 'Events of the account',
      text: 'Page by page.',
      query: 'PageQuery',
      answer: 'EventsAnswer',
      without: NOT_AVAILABLE,
    },
    {
      method: 'get',
      path: '/player/limits',
      id: 'limits',
      summary: "The player's own limits",
      text: 'Only if `limits` of the profile is true.',
      answer: 'LimitsAnswer',
      without: 'leave `limits` of the profile out',
    },
    {
      method: 'post',
      path: '/player/limits',
      id: 'setLimit',
      summary: 'Change a limit',
      text: 'The server refuses joins, loads and spins beyond a limit with 60030 to 60033. A running spin, free spins and the cash-out are never refused.',
      body: 'LimitRequest',
      answer: 'LimitsAnswer',
      codes: [40000, 60011],
      without: 'leave `limits` of the profile out',
    },
    {
      method: 'post',
      path: '/player/pause',
      id: 'pause',
      summary: 'Pause playing',
      text: 'Nothing ends a pause early. The server ends a visit to a machine as after a lost connection, without the wait: the running spin and free spins are played, the credit returns to the wallet, and the page gets `info` with 60034 and action `leave`. It refuses joins, loads, spins and claims with 60034; the player can still log in, and read the account.',
      body: 'PauseRequest',
      answer: 'LimitsAnswer',
      codes: [40000],
      without: 'leave `limits` of the profile out',
    },
    {
      method: 'post',
      path: '/auth/user/update',
      id: 'updateUser',
      summary: 'Store preferences',
      text: 'Given fields replace the stored ones; absent fields stay unchanged.',
      body: 'UserUpdate',
      answer: 'SuccessAnswer',
      codes: [40000],
      without:
        'the app reports that the change was not stored, and from then on offers neither favourites nor shortcuts',
    },
    {
      method: 'get',
      path: '/player/chat-identity',
      id: 'chatIdentity',
      summary: "The player's identity in the live chat",
      text: 'Sent when the player opens the live chat.',
      answer: 'ChatIdentity',
      without: 'the chat is anonymous',
    },
    {
      method: 'post',
      path: '/player/quality',
      id: 'quality',
      summary: 'Quality of the picture',
      text: 'Only if the setting `qualityReports` is on: when a visit to a machine ends, when its page is hidden or closed, and otherwise at most every 5 minutes. The app does not read the answer and does not retry.',
      body: 'QualityReport',
      without: 'leave `qualityReports` off',
    },
  ]),
  ...tagged(
    'Extras',
    (
      [
        ['get', '/chat/contacts', 'chatContacts', 'Contacts', { answer: 'ChatContactsAnswer' }],
        ['get', '/chat/user', 'chatUser', "The player's chat profile", { answer: 'ChatUser' }],
        [
          'post',
          '/chat/user/data',
          'chatUserData',
          "Set the player's chat status",
          { body: 'ChatUserData', answer: 'ChatUser' },
        ],
        ['get', '/chat/get-chat', 'chat', 'A chat', { query: 'ChatQuery', answer: 'ChatAnswer' }],
        [
          'post',
          '/chat/send-message',
          'chatSend',
          'Send a message',
          { body: 'ChatSend', answer: 'ChatSendAnswer', codes: [40000, 60010, 60011, 60013] },
        ],
        ['get', '/quick-panel/data', 'quickPanel', 'Events and notes', { answer: 'QuickPanelAnswer' }],
      ] as const
    ).map(
      ([method, path, id, summary, more]): Omit<Operation, 'tag'> => ({
        method,
        path,
        id,
        summary,
        text: 'Only if the setting `extras` is on.',
        without: 'leave `extras` off',
        ...more,
      }),
    ),
  ),
]
