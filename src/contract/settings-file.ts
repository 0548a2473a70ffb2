/** All keys of Settings.json, without their schemas; settings.test.ts compares the two. */
const SETTINGS_KEYS = new Set(
  `$schema
    apiUrl machineUrl notificationUrl socketToken siteId language languageSelect arabic currency countryCheck
    tokenInAddress confirmTokenInAddress idlePinLock kiosk defaultPin informationText externalInfo extras
    layoutStyle headerBarHide navbarFolded showLobby lobbyUpdateInterval zeroBalancePlay maxPictureAge volume
    hotFlagLimit maxAllIn hotCoins autoDiscount autoBonus minDiscount discountCheck discountCountsCredit
    repeatWindow cashierUrl depositLimitUrl depositLimitText lobbyClass logo splashLogo banners accentColor
    backgroundColor loginContact contactLinks supportMessaging supportWhatsapp liveChat liveChatId liveChatUrl clickSound serviceWorker navigation
    jurisdiction minSpinCycle autoplay realityCheck lossLimit sessionLimit clock keys vibration fps dataSaver
    connectTimeout iceTransportPolicy videoUrl qualityReports kioskLogout kioskCashOut phoneLogin kioskAttract
    kioskAttractPictures kioskQuietHours`.split(/\s+/),
)

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
  return keys.some((key) => SETTINGS_KEYS.has(key)) || !keys.some((key) => ERROR_KEY.test(key))
}
