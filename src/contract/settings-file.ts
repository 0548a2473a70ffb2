import type { SettingsKey } from './settings-operator.ts'

/** All keys of Settings.json, without their schemas. */
const SETTINGS_KEYS: Readonly<Record<SettingsKey, true>> = {
  apiUrl: true,
  machineUrl: true,
  notificationUrl: true,
  socketToken: true,
  siteId: true,
  language: true,
  languageSelect: true,
  arabic: true,
  currency: true,
  countryCheck: true,
  tokenInAddress: true,
  confirmTokenInAddress: true,
  idlePinLock: true,
  kiosk: true,
  defaultPin: true,
  informationText: true,
  externalInfo: true,
  extras: true,
  layoutStyle: true,
  headerBarHide: true,
  navbarFolded: true,
  showLobby: true,
  lobbyUpdateInterval: true,
  zeroBalancePlay: true,
  maxPictureAge: true,
  volume: true,
  hotFlagLimit: true,
  maxAllIn: true,
  hotCoins: true,
  autoDiscount: true,
  autoBonus: true,
  minDiscount: true,
  discountCheck: true,
  discountCountsCredit: true,
  repeatWindow: true,
  lobbyClass: true,
  logo: true,
  splashLogo: true,
  banners: true,
  accentColor: true,
  backgroundColor: true,
  loginContact: true,
  contactLinks: true,
  supportMessaging: true,
  supportWhatsapp: true,
  liveChat: true,
  liveChatId: true,
  liveChatUrl: true,
  clickSound: true,
  serviceWorker: true,
  navigation: true,
  jurisdiction: true,
  minSpinCycle: true,
  autoplay: true,
  realityCheck: true,
  lossLimit: true,
  sessionLimit: true,
  clock: true,
  keys: true,
  vibration: true,
  fps: true,
  dataSaver: true,
  connectTimeout: true,
  iceTransportPolicy: true,
  videoUrl: true,
  qualityReports: true,
  kioskLogout: true,
  kioskCashOut: true,
  phoneLogin: true,
  kioskAttract: true,
  kioskAttractPictures: true,
  kioskQuietHours: true,
}

/** A key by which servers say an error; none is a setting. */
const ERROR_KEY =
  /^(errors?|errormessage|message|msg|details?|title|reason|fault|status|statuscode|code|ok|success)$/i

/**
 * Whether a JSON value is a file of settings: an object. One without a single key of the settings and with a
 * key of an error is an error that a server answers with status 200, and must not count as settings that
 * switch every protection off.
 */
export function isSettingsFile(file: unknown): file is Record<string, unknown> {
  if (Object(file) !== file || Array.isArray(file)) return false
  const keys = Object.keys(file as object)
  const isKnown = (key: string) => key === '$schema' || Object.hasOwn(SETTINGS_KEYS, key)
  return keys.some(isKnown) || !keys.some((key) => ERROR_KEY.test(key))
}
