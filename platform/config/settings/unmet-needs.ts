import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CHAT_IDS } from '../../../src/contract/chat.ts'
import { readKeys, readSettings } from '../../../src/contract/settings.ts'
import { KIOSK_DEFAULTS, KIOSK_SETTINGS } from '../../../src/contract/settings-kiosk.ts'
import { readOperatorSettings, type SettingsKey } from '../../../src/contract/settings-operator.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../../src/contract/settings-play.ts'
import type { Config } from '../config.ts'
import { hasOddHost } from '../headers/csp.ts'
import { INFO_PAGES } from '../headers/header-set.ts'

/* Settings that are valid and have no effect, because something that they need is missing. */

/** The ids of the live chat providers, in words. */
const CHAT_ID_WORDS: Readonly<Record<keyof typeof CHAT_IDS, string>> = {
  tawk: 'property/widget of the direct chat link',
  livechat: 'the licence number',
  chatwoot: 'the website token of the inbox',
}

/** The addresses in the settings, by their keys. */
function addressesOf(raw: object): (readonly [key: SettingsKey, address: string])[] {
  const { apiUrl, machineUrl, notificationUrl } = readSettings(raw).settings
  const { logo, splashLogo, liveChatUrl, banners } = readOperatorSettings(raw).more
  const { videoUrl } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, raw).read
  return [
    ...(Object.entries({ apiUrl, machineUrl, notificationUrl, videoUrl, logo, splashLogo, liveChatUrl }) as [
      SettingsKey,
      string,
    ][]),
    ...banners.map(({ image }) => ['banners', image] as const),
  ]
}

/** What is missing among the settings themselves, by the key that needs it. */
export function unmetNeeds(raw: object): { key: SettingsKey; text: string }[] {
  const { more } = readOperatorSettings(raw)
  const { liveChat, liveChatId, liveChatUrl, loginContact, contactLinks, depositLimitUrl } = more
  const unmet: { key: SettingsKey; text: string }[] = []
  const need = (key: SettingsKey, text: string) => unmet.push({ key, text })
  for (const [key, address] of addressesOf(raw))
    if (hasOddHost(address)) need(key, `${key} is "${address}": no server has such a name.`)
  if (liveChat !== '' && !CHAT_IDS[liveChat].test(liveChatId))
    need(
      'liveChat',
      `liveChat is "${liveChat}" and needs liveChatId: ${CHAT_ID_WORDS[liveChat]}. Players see no chat.`,
    )
  if (liveChat === 'chatwoot' && !/^https?:/.test(liveChatUrl))
    need(
      'liveChat',
      'liveChat is "chatwoot" and needs liveChatUrl: the address of the Chatwoot server. Players see no chat.',
    )
  if (loginContact && contactLinks.length === 0)
    need('loginContact', 'loginContact is true and needs contactLinks: the login shows no contact.')
  if (more.depositLimitText !== '' && depositLimitUrl === '')
    need('depositLimitText', 'depositLimitText needs depositLimitUrl: players see no deposit limit.')
  return unmet
}

/** A path without its percent escapes; one with a broken escape stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The variables of the environment, and the folders, that settings need. */
type Environment = Pick<
  Config,
  'appDir' | 'publicDir' | 'countries' | 'ice' | 'metricsToken' | 'sfu' | 'venues'
>

/** What is missing on the built-in platform, one line each. */
export function unmetOnPlatform(raw: object, config: Environment): string[] {
  const { countryCheck, externalInfo } = readSettings(raw).settings
  const { logo, splashLogo, banners, lobbyClass } = readOperatorSettings(raw).more
  const { iceTransportPolicy, videoUrl, qualityReports } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, raw).read
  const { phoneLogin } = readKeys(KIOSK_SETTINGS, KIOSK_DEFAULTS, raw).read
  const unmet: string[] = []
  if (countryCheck && config.countries.length === 0)
    unmet.push('countryCheck is true and needs COUNTRIES: players of every country are admitted.')
  if (iceTransportPolicy === 'relay' && !config.ice.turnSecret && !config.sfu && !videoUrl)
    unmet.push('iceTransportPolicy is "relay" and needs a TURN server in ICE_SERVERS: no game has a picture.')
  if (qualityReports && config.metricsToken === undefined)
    unmet.push('qualityReports is true and needs METRICS_TOKEN: nobody can read the reports.')
  if (phoneLogin && config.venues.length === 0)
    unmet.push('phoneLogin is true and needs KIOSK_VENUES: kiosks get no code.')
  const { appDir } = config
  if (appDir === undefined) return unmet
  const needFile = (key: SettingsKey, path: string) => {
    const [name = ''] = path.split(/[?#]/)
    if (![config.publicDir, appDir].some((dir) => dir !== undefined && existsSync(join(dir, decoded(name)))))
      unmet.push(`${key} needs the file ${path}, which is neither in PUBLIC_DIR nor in the app.`)
  }
  const images = banners.map(({ image }) => ['banners', image] as const)
  for (const [key, path] of [['logo', logo], ['splashLogo', splashLogo], ...images] as const)
    if (path.startsWith('/')) needFile(key, path)
  if (lobbyClass !== '') needFile('lobbyClass', '/operator.css')
  if (externalInfo) for (const page of INFO_PAGES) needFile('externalInfo', `/${page}`)
  return unmet
}
