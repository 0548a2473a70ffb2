import type { SettingsKey } from './settings-operator.ts'

/** What a key of Settings.json means, in an operator's words. The app does without: no page fetches this. */
export interface SettingText {
  title: string
  /** What it sets, as the README has it too. */
  description: string
  /** What may be written, where the schema itself does not say it in words. */
  allowed?: string
}

const ADDRESS = '"" or an address such as "/api", "https://machines.example" or "wss://machines.example"'
const IMAGE = '"" or an address such as "/our/logo.svg" or "https://pictures.example/logo.svg"'
const HREF =
  '"" or an address such as "https://wa.me/900000000000", "mailto:help@example.com" or "tel:+90 212 000 00 00"'
const COLOR = '"" or a colour such as "#f2c14e"'
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
  kiosk: {
    title: 'Kiosk',
    description: "is this a venue's touch screen? `?kiosk` in the address says so for one device",
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
    description:
      "what is no product behaviour: team chat, quick panel, the player's own look, role example pages",
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
  layoutStyle: {
    title: 'Layout',
    description:
      'what is around a page: `"layout1"` a list at its side, `"layout2"` a row below the bar, `"layout3"` a row in the bar',
  },
  headerBarHide: { title: 'No bar', description: 'is the bar on top hidden? The menu stays, as a button' },
  autoDiscount: { title: 'Discount', description: 'is there a discount button? Nothing claims by itself' },
  autoBonus: { title: 'Bonus', description: 'is there a bonus button? Nothing claims by itself' },
  minDiscount: {
    title: 'Discount limit',
    description: 'the balance below which a discount may be claimed',
    allowed: AMOUNT,
  },
  discountCheck: { title: 'Discount check', description: 'does the discount limit hold?' },
  repeatWindow: { title: 'Repeat window', description: 'seconds from one discount, or bonus, to the next' },
  navbarFolded: { title: 'Folded menu', description: 'is the list at the side of layout1 folded at first?' },
  lobbyClass: {
    title: 'Lobby class',
    description: 'CSS classes for the lobby, for an operator with a style sheet of their own',
    allowed: 'names of letters, digits, "-" and "_", with spaces between them',
  },
  logo: { title: 'Logo', description: 'a picture in place of the mark in bar and menu', allowed: IMAGE },
  splashLogo: { title: 'Logo of the login', description: 'a picture above the login', allowed: IMAGE },
  banners: {
    title: 'Banners',
    description: 'pictures of your own on the login and in the lobby: `{place, image, title, url}`',
    allowed: 'up to six of {"place": "login" or "lobby", "image": address, "title": text, "url": address}',
  },
  accentColor: {
    title: 'Accent',
    description: 'the colour of buttons and of what is chosen; the text on it is made to be read',
    allowed: COLOR,
  },
  backgroundColor: {
    title: 'Background',
    description: 'the colour behind everything; dark, for the text on it stays light',
    allowed: COLOR,
  },
  loginContact: { title: 'Contact at the login', description: 'are the contact links shown at the login?' },
  contactLinks: {
    title: 'Contact links',
    description: 'ways to reach you: `{kind, title, url}`',
    allowed:
      'up to eight of {"kind": "whatsapp", "telegram", "messenger", "viber", "chat", "phone", "email" or "link", "title": text, "url": address}',
  },
  supportMessaging: {
    title: 'Messaging line',
    description: 'the address of a messaging line that answers day and night; empty: none is named',
    allowed: HREF,
  },
  supportWhatsapp: {
    title: 'WhatsApp line',
    description: 'the address of a WhatsApp line, such as "https://wa.me/900000000000"; empty: none is named',
    allowed: HREF,
  },
  liveChat: {
    title: 'Live chat',
    description: 'whose live chat: `"tawk"`, `"livechat"` or `"chatwoot"`; empty: none',
  },
  liveChatId: {
    title: 'Live chat id',
    description:
      "what the provider calls you: Tawk.to's property/widget, LiveChat's licence, Chatwoot's token",
    allowed: 'letters, digits, "/", "-" and "_"',
  },
  liveChatUrl: {
    title: 'Live chat address',
    description: "the address of your own Chatwoot; the others' are known",
    allowed: ADDRESS,
  },
  clickSound: { title: 'Click sound', description: 'does a button click when it is touched?' },
  serviceWorker: {
    title: 'Service worker',
    description:
      'does the app keep its own code and pictures on the device, so that it opens without a network? Money and machines are never kept',
  },
  navigation: {
    title: 'Navigation',
    description:
      'entries of your own in the menu, before the way out: `{type, title, url, …}`; a `group` or `collapse` has `children`, three levels in all',
    allowed:
      'up to twenty of {"type": "item", "title": text, "url": "/page"}, {"type": "link", "title": text, "url": "https://…"}, {"type": "group" or "collapse", "title": text, "children": […]} (three levels in all) or {"type": "divider"}; each may have "icon", "badge", "auth" and "levels"',
  },
  jurisdiction: {
    title: 'Jurisdiction',
    description:
      'a bundle of what a law asks for a player: `"GB"`, `"DE"`, `"ON"` or `"MT"`; what is stricter below still counts',
  },
  minSpinCycle: {
    title: 'Shortest spin cycle',
    description: 'seconds from the start of one spin to the next, at least',
  },
  autoplay: {
    title: 'Autoplay',
    description: 'may the machine spin by itself, until one of its stops is met?',
  },
  realityCheck: {
    title: 'Reality check',
    description: 'minutes of play after which a player is told time and net result and must answer; 0: never',
  },
  lossLimit: {
    title: 'Loss limit',
    description: 'what a player may lose between a login and a logout; 0: no limit',
    allowed: AMOUNT,
  },
  sessionLimit: {
    title: 'Session limit',
    description: 'minutes of play between a login and a logout; 0: no limit',
  },
  clock: {
    title: 'Clock',
    description: 'are the time of day, the time of this session and its net result always in view in a game?',
  },
  keys: {
    title: 'Keys',
    description:
      'what keys of a keyboard or a button panel do in a game, by `KeyboardEvent.code`: `{"Digit1": "spin"}`; on top of those of README',
    allowed:
      'codes such as "Space", "Digit1" or "F2", each with "spin", "stakeUp", "stakeDown", "stakeMax", "load", "cashOut", "autoplay", "leave", "mute", "fullscreen", "side" or "help"',
  },
  vibration: {
    title: 'Vibration',
    description: 'does a phone answer a touch of a control by a short vibration?',
  },
  fps: { title: 'Frames a second', description: 'the frames a second that are asked of the machine at most' },
  dataSaver: {
    title: 'Data saver',
    description: 'begin with a smaller picture and no live stills? A player may change it on their device',
  },
  videoUrl: {
    title: 'Pictures from elsewhere',
    description:
      "another WHEP server's address for the machines' pictures, `{id}` for the machine's id; empty: where the machine server says",
    allowed: 'an address such as "https://video.example/{id}/whep", or empty',
  },
  kioskLogout: {
    title: 'Kiosk: logout',
    description: 'seconds without a touch after which a player is logged out of a kiosk',
  },
  kioskCashOut: {
    title: 'Kiosk: cash out',
    description: "is a machine's credit sent back to the wallet when a kiosk logs its player out?",
  },
  kioskAttract: {
    title: 'Kiosk: attract mode',
    description: 'seconds without a touch after which a kiosk that nobody is logged in at invites the next',
  },
  kioskQuietHours: {
    title: 'Kiosk: quiet hours',
    description: 'when a kiosk may load itself anew, once a day and only when nobody plays; empty: never',
    allowed: '"" or a time span such as "04:00-06:00"',
  },
}
