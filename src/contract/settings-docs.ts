import { CURRENCIES } from './currencies.ts'
import { LOCALE_CODES } from './locales.ts'
import { NAV_ICONS, type SettingsKey } from './settings-operator.ts'

/** The description of a key of Settings.json, for operators. Only tools import it, no page of the app. */
export interface SettingText {
  title: string
  /** What the key sets, as in docs/operator/settings.md. */
  description: string
  /** The accepted values, where the schema expresses them by a pattern only. */
  allowed?: string
  /**
   * The key protects the player or the money, and its default may protect less: the built-in platform does
   * not start with a wrong value.
   */
  protects?: true
}

const API_ADDRESS =
  'a path such as "/api" or an address such as "https://api.example/v1", without "?" and "#"; "" or "/" for calls at the root of the page\'s origin'
const SOCKET_ADDRESS =
  '"" or an origin such as "https://machines.example" or "wss://machines.example:8443", without a path: Socket.IO would take a path as a namespace, and its own path is always /socket.io/'
const IMAGE = '"" or an address such as "/our/logo.svg" or "https://pictures.example/logo.svg"'
const HREF =
  '"" or an address such as "https://wa.me/900000000000", "mailto:help@example.com" or "tel:+90 212 000 00 00"'
const COLOR = '"" or a colour such as "#f2c14e"'
const LOCALIZED = `a text, or {${LOCALE_CODES.map((code) => `"${code}": "…"`).join(', ')}} with a text for each language you have`
const AMOUNT = 'an amount in major units, such as 500, 99.5 or "10.000"'

/**
 * All keys: the source of Settings.schema.json, of docs/operator/settings.md, and of the messages that `npm
 * run settings` prints.
 */
export const SETTING_TEXTS: Readonly<Record<SettingsKey, SettingText>> = {
  apiUrl: {
    title: 'API address',
    description: 'URL of the HTTP API; slashes at its end are dropped',
    allowed: API_ADDRESS,
  },
  machineUrl: {
    title: 'Machine server',
    description: "origin of the machine server (Socket.IO), without a path; empty: the page's origin",
    allowed: SOCKET_ADDRESS,
  },
  notificationUrl: {
    title: 'Notification server',
    description: "origin of the notification server (Socket.IO), without a path; empty: the page's origin",
    allowed: SOCKET_ADDRESS,
  },
  socketToken: {
    title: 'Socket token',
    description:
      'how sockets send the token: `"auth"` in the handshake payload, `"query"` in the query string',
  },
  siteId: { title: 'Site id', description: 'site id that each login request carries' },
  language: {
    title: 'First language',
    description: 'language until the player chooses another one, such as `"en"`',
  },
  languageSelect: { title: 'Language choice', description: 'the player can choose the language' },
  arabic: { title: 'Arabic', description: 'players may choose Arabic' },
  currency: {
    title: 'Currency',
    description: `one of ${CURRENCIES.join(', ')}`,
    protects: true,
  },
  countryCheck: {
    title: 'Country check',
    description: "check the player's country at `{apiUrl}/../check` first and admit permitted countries only",
    protects: true,
  },
  tokenInAddress: {
    title: 'Token in the address',
    description: 'accept a token in the address (`?token=`); the app removes it from the address in any case',
    protects: true,
  },
  confirmTokenInAddress: {
    title: 'Confirm a token in the address',
    description:
      'ask every player who is not logged in whether to log in with the token in the address, and name its player; without it only a player of another account is asked',
    protects: true,
  },
  idlePinLock: {
    title: 'Idle lock',
    description: 'lock the screen after 60 s without input until the player enters the PIN',
    protects: true,
  },
  kiosk: {
    title: 'Kiosk',
    description: 'all screens are kiosks; `?kiosk` in the address makes one device a kiosk',
    protects: true,
  },
  defaultPin: {
    title: 'Default PIN',
    description: 'PIN of every new player, shown on the lock screen; empty: none is shown',
    allowed: '"" or up to 12 digits, such as "0000"',
    protects: true,
  },
  informationText: {
    title: 'Information',
    description:
      'text of the "Information" dialog, one text or one per language (`{"tr": "…"}`); empty: no dialog',
    allowed: LOCALIZED,
  },
  externalInfo: {
    title: 'Information pages',
    description: 'link the information pages at the foot of every page except the game',
    protects: true,
  },
  extras: {
    title: 'Extras',
    description: 'demo features: team chat, quick panel, theme panel, role example pages',
  },
  showLobby: {
    title: 'Brands first',
    description: "the lobby lists brands, then a brand's machines; `false`: all machines in one list",
  },
  lobbyUpdateInterval: {
    title: 'Lobby interval',
    description: 'seconds between two polls of the lobby while the notification channel is down',
  },
  zeroBalancePlay: { title: 'Zero balance', description: 'a player with an empty wallet can join a machine' },
  maxPictureAge: {
    title: 'Maximum picture age',
    description: 'maximum age of the picture in ms, up to 10000; play is refused while the picture is older',
    protects: true,
  },
  volume: { title: 'Volume', description: 'initial volume, from 0 to 1' },
  hotFlagLimit: {
    title: 'Hot flag',
    description: 'a brand with a jackpot above this amount is marked hot',
    allowed: AMOUNT,
  },
  maxAllIn: {
    title: 'All-in limit',
    description: 'maximum amount that "all" loads onto a machine',
    allowed: AMOUNT,
    protects: true,
  },
  hotCoins: {
    title: 'Hot coins',
    description: 'up to five preset amounts for loading credit',
    allowed: 'up to five amounts in major units, such as [500, 99.5, "10.000"]',
  },
  layoutStyle: {
    title: 'Layout',
    description:
      'position of the menu: `"layout1"` at the side, `"layout2"` in a row below the bar, `"layout3"` in the bar',
  },
  headerBarHide: { title: 'Hide the bar', description: 'hide the bar at the top; a menu button remains' },
  autoDiscount: {
    title: 'Discount',
    description: 'show the discount button; nothing is claimed automatically',
  },
  autoBonus: { title: 'Bonus', description: 'show the bonus button; nothing is claimed automatically' },
  minDiscount: {
    title: 'Discount limit',
    description: 'a discount can be claimed below this balance',
    allowed: AMOUNT,
  },
  discountCheck: { title: 'Discount check', description: 'apply `minDiscount`' },
  discountCountsCredit: {
    title: 'Credit in the discount check',
    description: "`minDiscount` applies to the wallet and the player's credit on a machine together",
  },
  repeatWindow: {
    title: 'Repeat window',
    description: 'minimum seconds between two discounts, or two bonuses',
  },
  cashierUrl: {
    title: 'Cashier',
    description:
      'URL of your page where a player pays money in: the link "Deposit" of the wallet and of an empty balance, not at a kiosk; empty: none',
    allowed: HREF,
  },
  depositLimitUrl: {
    title: 'Deposit limit',
    description:
      "URL of your page where a player limits deposits: a link before the player's own limits, not at a kiosk; empty: none",
    allowed: HREF,
  },
  depositLimitText: {
    title: 'Text of the deposit limit',
    description:
      'text beside that link, one text or one per language (`{"tr": "…"}`); empty: a text of the app',
    allowed: LOCALIZED,
  },
  navbarFolded: { title: 'Folded menu', description: 'the side menu of layout1 is folded at first' },
  lobbyClass: {
    title: 'Lobby class',
    description:
      'CSS classes of the lobby; your own style sheet `/operator.css`, which is loaded then, has their rules',
    allowed: 'names of letters, digits, "-" and "_", with spaces between them',
  },
  logo: { title: 'Logo', description: 'image in place of the logo in the bar and the menu', allowed: IMAGE },
  splashLogo: { title: 'Login logo', description: 'image above the login form', allowed: IMAGE },
  banners: {
    title: 'Banners',
    description: 'images on the login and in the lobby: `{place, image, title, url}`',
    allowed: 'up to six of {"place": "login" or "lobby", "image": address, "title": text, "url": address}',
  },
  accentColor: {
    title: 'Accent colour',
    description: 'colour of buttons and selected items; the text on it keeps its contrast',
    allowed: COLOR,
  },
  backgroundColor: {
    title: 'Background colour',
    description: 'background of all pages; dark, because the text on it is light',
    allowed: COLOR,
  },
  loginContact: { title: 'Contact at the login', description: 'show the contact links at the login' },
  contactLinks: {
    title: 'Contact links',
    description: 'contact links: `{kind, title, url}`',
    allowed:
      'up to eight of {"kind": "whatsapp", "telegram", "messenger", "viber", "chat", "phone", "email" or "link", "title": text, "url": address}',
  },
  supportMessaging: {
    title: 'Messaging line',
    description: 'URL of a 24-hour messaging line; empty: none',
    allowed: HREF,
  },
  supportWhatsapp: {
    title: 'WhatsApp line',
    description: 'URL of a WhatsApp line, such as "https://wa.me/900000000000"; empty: none',
    allowed: HREF,
  },
  liveChat: {
    title: 'Live chat',
    description: 'live chat provider: `"tawk"`, `"livechat"` or `"chatwoot"`; empty: none',
  },
  liveChatId: {
    title: 'Live chat id',
    description:
      "the provider's id for you: Tawk.to's property/widget, LiveChat's licence, Chatwoot's website token",
    allowed: 'letters, digits, "/", "-" and "_"',
  },
  liveChatUrl: {
    title: 'Live chat address',
    description: 'URL of your Chatwoot server; other providers need none',
    allowed: '"" or an address such as "https://chat.example"',
  },
  clickSound: { title: 'Click sound', description: 'buttons make a click sound' },
  serviceWorker: {
    title: 'Service worker',
    description:
      "cache the app's code and images on the device, so that it opens without a network; money and machine states are never cached",
  },
  navigation: {
    title: 'Navigation',
    description:
      'additional menu items above "Log out": `{type, title, url, …}`; `group` and `collapse` have `children`, up to three levels',
    allowed: `up to twenty of {"type": "item", "title": text, "url": "/page"}, {"type": "link", "title": text, "url": "https://…"}, {"type": "group" or "collapse", "title": text, "children": […]} (three levels in all) or {"type": "divider"}; each may have "icon" ("${NAV_ICONS.join('", "')}"), "badge", "auth" and "levels"`,
  },
  jurisdiction: {
    title: 'Jurisdiction',
    description:
      'player protection rules of a jurisdiction: `"GB"`, `"DE"`, `"ON"` or `"MT"`; stricter values of the keys below still apply',
    protects: true,
  },
  minSpinCycle: {
    title: 'Minimum spin cycle',
    description: 'minimum seconds from the start of one spin to the start of the next',
    protects: true,
  },
  autoplay: {
    title: 'Autoplay',
    description: 'offer autoplay where the machine supports it',
    protects: true,
  },
  realityCheck: {
    title: 'Reality check',
    description:
      'minutes of play between two reminders of time and net result, which the player must confirm; 0: never',
    protects: true,
  },
  lossLimit: {
    title: 'Loss limit',
    description: 'maximum loss between login and logout; 0: no limit',
    allowed: AMOUNT,
    protects: true,
  },
  sessionLimit: {
    title: 'Session limit',
    description: 'maximum minutes of play between login and logout; 0: no limit',
    protects: true,
  },
  clock: {
    title: 'Clock',
    description: 'always show the time of day, the time played and the net result in a game',
    protects: true,
  },
  keys: {
    title: 'Keys',
    description:
      'additional keys in a game, by `KeyboardEvent.code`, such as `{"Digit1": "spin"}`; the built-in keys remain',
    allowed:
      'codes such as "Space", "Digit1" or "F2", each with "spin", "stakeUp", "stakeDown", "stakeMax", "load", "cashOut", "autoplay", "leave", "mute", "fullscreen", "side" or "help"',
  },
  vibration: { title: 'Vibration', description: 'phones vibrate briefly when a control is touched' },
  fps: {
    title: 'Frames per second',
    description: 'maximum frame rate that the app requests from the machine',
  },
  dataSaver: {
    title: 'Data saver',
    description:
      'start with a smaller picture, and without live stills and pictures in the lobby; players can change it on their device',
  },
  connectTimeout: {
    title: 'Connect timeout',
    description:
      'seconds until a game that has no picture yet shows the reason and "Try again"; the app keeps trying meanwhile',
  },
  iceTransportPolicy: {
    title: 'Media path',
    description:
      'path of the picture: `"all"`, or `"relay"`: through a TURN server only, for networks that permit nothing else',
  },
  videoUrl: {
    title: 'Video server',
    description:
      "URL of another WHEP server, with `{id}` for the machine's id; empty: the URL from the machine server",
    allowed: 'an address such as "https://video.example/{id}/whep", or empty',
  },
  qualityReports: {
    title: 'Quality reports',
    description:
      'the app reports join time, stalls, reconnects and age of the picture to the platform, for its metrics; your privacy policy should name it',
  },
  kioskLogout: {
    title: 'Kiosk: logout',
    description: 'seconds without input until a kiosk logs the player out, up to 3600',
    protects: true,
  },
  kioskCashOut: {
    title: 'Kiosk: cash out',
    description: "cash out the machine's credit to the wallet at that logout",
  },
  phoneLogin: {
    title: 'Kiosk: login from a phone',
    description:
      'the login of a kiosk offers a code and a QR picture, with which a player logs in from a phone; the server must have the calls, the built-in platform needs `KIOSK_VENUES`',
  },
  kioskAttract: {
    title: 'Kiosk: attract mode',
    description: 'seconds without input until a kiosk without a player shows attract mode',
  },
  kioskAttractPictures: {
    title: 'Kiosk: live pictures in attract mode',
    description:
      'attract mode shows the current picture of a free machine of each brand, which the server then gives to anyone without a login; the server must have the calls',
  },
  kioskQuietHours: {
    title: 'Kiosk: quiet hours',
    description: 'time span in which a kiosk without a player reloads itself, once a day; empty: never',
    allowed: '"" or a time span such as "04:00-06:00"',
  },
}
