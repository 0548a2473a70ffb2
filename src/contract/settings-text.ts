import type { SettingsKey } from './settings.ts'

/** What a key of Settings.json means, in an operator's words. The app does without: no page fetches this. */
export interface SettingText {
  title: string
  /** What it sets, as the README has it too. */
  description: string
  /** What may be written, where the schema itself does not say it in words. */
  allowed?: string
}

const ADDRESS = '"" or an address such as "/api", "https://machines.example" or "wss://machines.example"'
const AMOUNT = 'an amount in major units, such as 500, 99.5 or "10.000"'

/** The one place where the keys are explained: for Settings.schema.json, the README and `npm run settings`. */
export const SETTING_TEXTS: Readonly<Record<SettingsKey, SettingText>> = {
  apiUrl: { title: 'API address', description: 'where the HTTP calls are', allowed: ADDRESS },
  machineUrl: {
    title: 'Machine server',
    description: "the machine server's Socket.IO address; empty: the page's own origin",
    allowed: ADDRESS,
  },
  notificationUrl: {
    title: 'Notification server',
    description: "the notification server's Socket.IO address; empty: the page's own origin",
    allowed: ADDRESS,
  },
  socketToken: {
    title: 'Token of the sockets',
    description: 'where sockets carry the token: `"auth"` (the handshake\'s payload) or `"query"`',
  },
  siteId: { title: 'Site id', description: 'sent with a login' },
  language: {
    title: 'First language',
    description: 'the language of a first visit: `"tr"`, `"en"` or `"ar"`',
  },
  languageSelect: { title: 'Language choice', description: 'may the player choose the language?' },
  arabic: { title: 'Arabic', description: "is Arabic among the login's languages?" },
  currency: {
    title: 'Currency',
    description: 'one of USD, EUR, CRC, GBP, ILS, INR, JPY, KRW, NGN, PHP, PLN, PYG, THB, UAH, VND, TRY',
  },
  countryCheck: {
    title: 'Country check',
    description: 'ask `{api base}/../check` first, and let only permitted countries in',
  },
  tokenInAddress: {
    title: 'Token in the address',
    description: 'is a token in the address (`?token=`) taken? It is removed from there in any case',
  },
  idlePinLock: {
    title: 'Idle lock',
    description: 'lock the screen after 60 s without a touch, until the PIN is entered',
  },
  defaultPin: {
    title: 'Default PIN',
    description: 'a PIN that every new player has, named on the lock screen; empty: none is named',
    allowed: '"" or up to 12 digits, such as "0000"',
  },
  informationText: {
    title: 'Information',
    description: 'what "Information" on top says: a text, or `{"tr": "…"}` by language; empty: none',
    allowed: 'a text, or {"tr": "…", "en": "…", "ar": "…"} with a text for each language you have',
  },
  externalInfo: {
    title: 'Information pages',
    description: 'are the six information pages linked at the foot of every page but the game?',
  },
  extras: {
    title: 'Extras',
    description: 'the parts that are no product behaviour, such as the role example pages',
  },
  showLobby: {
    title: 'Brands first',
    description: "brands first, then a brand's machines; `false`: all machines at once",
  },
  lobbyUpdateInterval: {
    title: 'Lobby interval',
    description: 'seconds between two looks at the lobby while the push channel is down',
  },
  zeroBalancePlay: {
    title: 'Zero balance',
    description: 'may a player with an empty wallet join a machine?',
  },
  maxPictureAge: { title: 'Oldest picture', description: 'ms; play is refused while the picture is older' },
  volume: { title: 'Volume', description: 'the volume a visit begins with, 0 to 1' },
  hotFlagLimit: {
    title: 'Hot flag',
    description: 'a brand whose jackpot passes this amount is marked hot',
    allowed: AMOUNT,
  },
  maxAllIn: {
    title: 'All-in limit',
    description: 'the most that "all" loads onto a machine',
    allowed: AMOUNT,
  },
  hotCoins: {
    title: 'Hot coins',
    description: 'up to five quick amounts for loading balance',
    allowed: 'up to five amounts in major units, such as [500, 99.5, "10.000"]',
  },
}
