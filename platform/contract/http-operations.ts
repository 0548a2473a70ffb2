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
    text: 'Answers a token. A refusal is shown at the form; 10700 counts the attempts, 10702 blocks the form for a while.',
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
    text: 'Sent when the app starts with a stored token, and before a JWT expires. The new token takes the place of the old one.',
    answer: 'SignInAnswer',
    codes: [10, 10704, 60000],
  },
  {
    method: 'post',
    path: '/player/logout',
    id: 'logout',
    tag: SESSION,
    summary: 'End the token',
    text: 'Sent once; the app forgets the session whatever the answer is.',
    codes: [],
    without: 'the token lives on until it expires',
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
      text: `Credits the ${kind} to the wallet. The same \`requestId\` again is answered as the first time and credits nothing.`,
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
    text: 'The first screen of the lobby, where `showLobby` is on.',
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
    text: 'The lobby where `showLobby` is off; also the search for a machine.',
    answer: 'MachinesAnswer',
    codes: [],
  },
  {
    method: 'post',
    path: '/player/cancel',
    id: 'cancel',
    tag: FLOOR,
    summary: 'Give a machine up',
    text: 'Moves the credit of a machine that the player holds to the wallet and frees the machine. Sent from the reconnect dialog, outside of a game.',
    body: 'MachineRequest',
    answer: 'MachineAnswer',
    codes: [60007, 60008, 60009],
    without: 'a player who lost a machine must go back to it to cash out',
  },
  {
    method: 'post',
    path: '/player/kick',
    id: 'kick',
    tag: FLOOR,
    summary: "Send the player's other page away",
    text: 'Another page of the same player plays the machine: the server sends it away (`info`, action `leave`), so that this one can join.',
    body: 'MachineRequest',
    answer: 'MachineAnswer',
    codes: [60008],
    without: 'the other page must be closed by hand',
  },
  {
    method: 'get',
    path: '/machine/{id}/rules',
    id: 'rules',
    tag: FLOOR,
    summary: 'What a machine pays',
    text: 'For the panel in a game.',
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
    text: 'For the panel in a game.',
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
    text: 'For the profile, and for what the player chose (shortcuts, favourites, look).',
    answer: 'ProfileAnswer',
    codes: [],
    without: `${NOT_AVAILABLE}; favourites, shortcuts and the look are sent to /auth/user/update and kept on the device until the logout`,
  },
  {
    method: 'post',
    path: '/player/password',
    id: 'password',
    tag: ACCOUNT,
    summary: 'Change the password',
    text: 'Sent once. When the answer is lost, `last_password_change` of the profile tells whether it was made. A refusal may also come with status 200 and `status: false` or a `code`.',
    body: 'PasswordRequest',
    codes: [40001, 40101, 60021, 10702],
    without: NOT_AVAILABLE,
  },
  {
    method: 'get',
    path: '/player/logins',
    id: 'logins',
    tag: ACCOUNT,
    summary: 'The logins that are open',
    text: 'When, from where and with what the player is logged in.',
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
    text: 'Ends a login of the same player at once: its token is refused, its sockets are closed with `info`, action `logout`.',
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
    summary: 'Keep what the player chose',
    text: 'What is given replaces what was kept; what is left out stays.',
    body: 'UserUpdate',
    answer: 'UserUpdateAnswer',
    codes: [40000],
    without: 'the app says that it was not kept, and offers neither favourites nor shortcuts from then on',
  },
  {
    method: 'get',
    path: '/player/chat-identity',
    id: 'chatIdentity',
    tag: ACCOUNT,
    summary: 'Who the player is to the live chat',
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
    summary: 'How the player sees the machines',
    text: 'Only where the setting `qualityReports` is on: when a visit to a machine ends, when its page is hidden or closed, and otherwise at most every 5 minutes. The app reads no answer and repeats nothing.',
    body: 'QualityReport',
    codes: [],
    without: 'leave `qualityReports` off',
  },
  ...(
    [
      ['get', '/chat/contacts', 'chatContacts', 'Contacts', { answer: 'ChatContactsAnswer' }],
      ['get', '/chat/user', 'chatUser', 'The player as the chat knows them', { answer: 'ChatUser' }],
      [
        'post',
        '/chat/user/data',
        'chatUserData',
        'How the player shows themselves',
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
      text: 'Only where the setting `extras` is on.',
      codes: [],
      without: 'leave `extras` off',
      ...more,
    }),
  ),
]
