import type { SchemaName } from './components.ts'

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
  readonly codes: readonly number[]
  /** What the app does if the server has no such call (404); without this field the call is required. */
  readonly without?: string
}

const SESSION = 'Session'
const WALLET = 'Wallet'
const FLOOR = 'Floor'
const ACCOUNT = 'Account'
const EXTRAS = 'Extras'
const NOT_AVAILABLE = 'the screen says "not available"'

export const OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/login',
    id: 'login',
    tag: SESSION,
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
    tag: SESSION,
    summary: 'Renew the token',
    text: 'Sent when the app starts with a stored token, and before a JWT expires. The new token replaces the old one.',
    answer: 'SignInAnswer',
    codes: [10, 10704, 60000],
  },
  {
    method: 'post',
    path: '/player/logout',
    id: 'logout',
    tag: SESSION,
    summary: 'End the token',
    text: 'Sent once; the app removes the session regardless of the answer.',
    codes: [],
    without: 'the token stays valid until it expires',
  },
  {
    method: 'get',
    path: '/player/balance',
    id: 'balance',
    tag: WALLET,
    summary: 'The wallet',
    text: 'Sent after a login, after each reconnect of the notification channel and while that channel is down.',
    answer: 'BalanceAnswer',
    codes: [],
  },
  ...(['discount', 'bonus'] as const).map(
    (kind): Operation => ({
      method: 'get',
      path: `/player/${kind}`,
      id: kind,
      tag: WALLET,
      summary: `Claim the ${kind}`,
      text: `Credits the ${kind} to the wallet. A repeated \`requestId\` gets the first answer and credits nothing.`,
      query: 'ClaimQuery',
      answer: 'ClaimAnswer',
      codes: [60011, 60019],
      without: `switch the button off (\`${kind === 'discount' ? 'autoDiscount' : 'autoBonus'}\`)`,
    }),
  ),
  {
    method: 'get',
    path: '/machine/brands',
    id: 'brands',
    tag: FLOOR,
    summary: 'All brands',
    text: 'The first screen of the lobby if `showLobby` is on.',
    answer: 'BrandsAnswer',
    codes: [],
  },
  {
    method: 'get',
    path: '/machine/{id}',
    id: 'machinesOfBrand',
    tag: FLOOR,
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
    tag: FLOOR,
    summary: 'All machines',
    text: 'The lobby if `showLobby` is off; also the search.',
    answer: 'MachinesAnswer',
    codes: [],
  },
  {
    method: 'post',
    path: '/player/cancel',
    id: 'cancel',
    tag: FLOOR,
    summary: 'Release a machine',
    text: "Moves the credit of the player's held machine to the wallet and frees the machine. Sent from the reconnect dialog, outside of a game.",
    body: 'MachineRequest',
    answer: 'MachineAnswer',
    codes: [60007, 60008, 60009],
    without: 'the player must return to the machine to cash out',
  },
  {
    method: 'post',
    path: '/player/kick',
    id: 'kick',
    tag: FLOOR,
    summary: "Disconnect the player's other page",
    text: 'Another page of the same player plays the machine: the server makes it leave (`info`, action `leave`), so that this page can join. Seat and credit are kept.',
    body: 'MachineRequest',
    answer: 'MachineAnswer',
    codes: [60008],
    without: 'the player must close the other page',
  },
  {
    method: 'get',
    path: '/machine/{id}/rules',
    id: 'rules',
    tag: FLOOR,
    summary: 'The rules of a machine',
    text: 'For the information panel of a game.',
    parameters: { id: 'Id of the machine.' },
    answer: 'RulesAnswer',
    codes: [60001],
    without: 'the panel says "not available"',
  },
  {
    method: 'get',
    path: '/player/spins',
    id: 'spins',
    tag: FLOOR,
    summary: "The player's last spins on a machine",
    text: 'For the information panel of a game.',
    query: 'SpinsQuery',
    answer: 'SpinsAnswer',
    codes: [],
    without: 'the panel says "not available"',
  },
  {
    method: 'get',
    path: '/player/profile',
    id: 'profile',
    tag: ACCOUNT,
    summary: 'The account',
    text: "For the profile, and for the player's preferences (shortcuts, favourites, theme).",
    answer: 'ProfileAnswer',
    codes: [],
    without: `${NOT_AVAILABLE}; favourites, shortcuts and the theme are sent to /auth/user/update and stored on the device until the logout`,
  },
  {
    method: 'post',
    path: '/player/password',
    id: 'password',
    tag: ACCOUNT,
    summary: 'Change the password',
    text: 'Sent once. If the answer is lost, `last_password_change` of the profile shows whether the password was changed. A refusal may also come with status 200 and `status: false` or a `code`.',
    body: 'PasswordRequest',
    codes: [40001, 40101, 60021, 10702],
    without: NOT_AVAILABLE,
  },
  {
    method: 'get',
    path: '/player/logins',
    id: 'logins',
    tag: ACCOUNT,
    summary: 'Open logins',
    text: 'The time, address and device of each login of the player.',
    answer: 'LoginsAnswer',
    codes: [],
    without: NOT_AVAILABLE,
  },
  {
    method: 'post',
    path: '/player/logins/end',
    id: 'endLogin',
    tag: ACCOUNT,
    summary: 'Log out elsewhere',
    text: 'Ends a login of the same player immediately: its token is refused, and its sockets are closed with `info`, action `logout`.',
    body: 'EndLoginRequest',
    codes: [],
    without: NOT_AVAILABLE,
  },
  {
    method: 'get',
    path: '/player/sessions',
    id: 'sessions',
    tag: ACCOUNT,
    summary: 'Visits to machines',
    text: 'Page by page.',
    query: 'PageQuery',
    answer: 'SessionsAnswer',
    codes: [],
    without: NOT_AVAILABLE,
  },
  {
    method: 'get',
    path: '/player/transactions',
    id: 'transactions',
    tag: ACCOUNT,
    summary: 'Movements of money',
    text: 'Page by page.',
    query: 'PageQuery',
    answer: 'TransactionsAnswer',
    codes: [],
    without: NOT_AVAILABLE,
  },
  {
    method: 'get',
    path: '/player/events',
    id: 'events',
    tag: ACCOUNT,
    summary: 'Events of the account',
    text: 'Page by page.',
    query: 'PageQuery',
    answer: 'EventsAnswer',
    codes: [],
    without: NOT_AVAILABLE,
  },
  {
    method: 'post',
    path: '/auth/user/update',
    id: 'updateUser',
    tag: ACCOUNT,
    summary: 'Store preferences',
    text: 'Given fields replace the stored ones; absent fields stay unchanged.',
    body: 'UserUpdate',
    answer: 'UserUpdateAnswer',
    codes: [40000],
    without:
      'the app reports that the change was not stored, and from then on offers neither favourites nor shortcuts',
  },
  {
    method: 'get',
    path: '/player/chat-identity',
    id: 'chatIdentity',
    tag: ACCOUNT,
    summary: "The player's identity in the live chat",
    text: 'Sent when the player opens the live chat.',
    answer: 'ChatIdentity',
    codes: [],
    without: 'the chat is anonymous',
  },
  {
    method: 'post',
    path: '/player/quality',
    id: 'quality',
    tag: ACCOUNT,
    summary: 'Quality of the picture',
    text: 'Only if the setting `qualityReports` is on: when a visit to a machine ends, when its page is hidden or closed, and otherwise at most every 5 minutes. The app does not read the answer and does not retry.',
    body: 'QualityReport',
    codes: [],
    without: 'leave `qualityReports` off',
  },
  ...(
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
        { body: 'ChatSend', answer: 'ChatSendAnswer', codes: [40000, 60011, 60013] },
      ],
      ['get', '/quick-panel/data', 'quickPanel', 'Events and notes', { answer: 'QuickPanelAnswer' }],
    ] as const
  ).map(
    ([method, path, id, summary, more]): Operation => ({
      method,
      path,
      id,
      tag: EXTRAS,
      summary,
      text: 'Only if the setting `extras` is on.',
      codes: [],
      without: 'leave `extras` off',
      ...more,
    }),
  ),
]
