import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import {
  asRecord,
  DEFAULTS,
  defaultsOf,
  MajorAmount,
  positive,
  readKeys,
  SETTINGS,
  type SectionValues,
  schemasOf,
  setting,
  url,
} from './settings.ts'
import { KIOSK_DEFAULTS, KIOSK_SETTINGS } from './settings-kiosk.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from './settings-play.ts'

/** The target of an operator's link: a page, a chat, an e-mail address or a telephone number. */
const href = v.pipe(v.string(), v.regex(/^(https?:\/\/\S+|mailto:\S+|tel:\+?[\d -]+|\/(?![/\\])\S*)$/))
/** An image of this server, or of another one over https. */
const picture = v.pipe(v.string(), v.regex(/^(https:\/\/\S+|\/(?![/\\])\S*)$/))
const image = v.union([v.literal(''), picture])
const optionalHref = v.union([v.literal(''), href])
const color = v.pipe(v.string(), v.regex(/^(#[\da-fA-F]{6})?$/))

/** A contact link. Without a title the name of its kind is shown. */
const ContactLink = v.strictObject({
  kind: v.picklist(['whatsapp', 'telegram', 'messenger', 'viber', 'chat', 'phone', 'email', 'link']),
  title: v.optional(LocalizedText),
  url: href,
})

/** An image on the login or in the lobby; `title` is its alternative text, `url` its link. */
const Banner = v.strictObject({
  place: v.picklist(['login', 'lobby']),
  image: picture,
  title: LocalizedText,
  url: v.optional(href),
})

/** A path of the app; `//` and `/\\` would lead to another origin. */
const inApp = v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/))
const outside = v.pipe(v.string(), v.regex(/^https:\/\/\S+$/))
const hex = v.pipe(v.string(), v.regex(/^#[\da-fA-F]{6}$/))

/** The icons that a menu entry can have. */
export const NAV_ICONS = ['gift', 'star', 'trophy', 'news', 'help', 'phone', 'calendar', 'link'] as const

/**
 * The permitted viewers: a role of `auth` (empty: every player) and, if there are `levels`, one of them as a
 * permission.
 */
const accessEntries = {
  auth: v.optional(v.array(v.picklist(['admin', 'staff', 'user']))),
  levels: v.optional(v.array(v.pipe(v.number(), v.safeInteger()))),
}
const entry = {
  /** The key that shortcuts store; without it the entry's position is the key. */
  id: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))),
  title: LocalizedText,
  icon: v.optional(v.picklist(NAV_ICONS)),
  badge: v.optional(v.strictObject({ title: LocalizedText, bg: v.optional(hex), fg: v.optional(hex) })),
  ...accessEntries,
}
const leaf = [
  v.strictObject({ type: v.literal('item'), ...entry, url: inApp, exact: v.optional(v.boolean()) }),
  v.strictObject({
    type: v.literal('link'),
    ...entry,
    url: outside,
    target: v.optional(v.picklist(['_blank', '_self'])),
  }),
  v.strictObject({ type: v.literal('divider'), ...accessEntries }),
] as const
/** An entry with children: a `group` has a heading, a `collapse` folds. */
const groupOf = <T extends v.GenericSchema>(child: T) =>
  v.strictObject({
    type: v.picklist(['group', 'collapse']),
    ...entry,
    children: v.pipe(v.array(child), v.maxLength(20)),
  })
const third = v.union(leaf)
const second = v.union([...leaf, groupOf(third)])
const NavEntry = v.union([...leaf, groupOf(second)])

/**
 * The keys of Settings.json that the first screen does not need; a chunk of their own reads them
 * (src/core/settings/operator.ts). settings-docs.ts describes each.
 */
const SECTION = {
  autoDiscount: setting(v.boolean(), true),
  autoBonus: setting(v.boolean(), true),
  minDiscount: setting(MajorAmount, 100),
  discountCheck: setting(v.boolean(), true),
  discountCountsCredit: setting(v.boolean(), false),
  repeatWindow: setting(v.pipe(positive, v.minValue(1)), 30),
  cashierUrl: setting(optionalHref, ''),
  depositLimitUrl: setting(optionalHref, ''),
  depositLimitText: setting(LocalizedText, ''),
  lobbyClass: setting(v.pipe(v.string(), v.regex(/^[\w -]{0,100}$/)), ''),
  logo: setting(image, ''),
  splashLogo: setting(image, ''),
  banners: setting(v.pipe(v.array(Banner), v.maxLength(6)), []),
  accentColor: setting(color, ''),
  backgroundColor: setting(color, ''),
  loginContact: setting(v.boolean(), false),
  contactLinks: setting(v.pipe(v.array(ContactLink), v.maxLength(8)), []),
  supportMessaging: setting(optionalHref, ''),
  supportWhatsapp: setting(optionalHref, ''),
  liveChat: setting(v.picklist(['', 'tawk', 'livechat', 'chatwoot']), ''),
  liveChatId: setting(v.pipe(v.string(), v.regex(/^[\w/-]{0,100}$/)), ''),
  liveChatUrl: setting(url, ''),
  clickSound: setting(v.boolean(), false),
  serviceWorker: setting(v.boolean(), true),
  navigation: setting(v.pipe(v.array(NavEntry), v.maxLength(20)), []),
}
export const OPERATOR_SETTINGS = schemasOf(SECTION)
export const OPERATOR_DEFAULTS = defaultsOf(SECTION)

export type OperatorSettings = SectionValues<typeof OPERATOR_SETTINGS>

/** All keys of Settings.json: their schemas and their defaults. */
export const ALL_SETTINGS = { ...SETTINGS, ...OPERATOR_SETTINGS, ...PLAY_SETTINGS, ...KIOSK_SETTINGS }
export const ALL_DEFAULTS = { ...DEFAULTS, ...OPERATOR_DEFAULTS, ...PLAY_DEFAULTS, ...KIOSK_DEFAULTS }
export type SettingsKey = keyof typeof ALL_SETTINGS

/** Reads these keys, and lists the unknown ones. Never throws. */
export function readOperatorSettings(raw: unknown): {
  more: OperatorSettings
  bad: string[]
  unknown: string[]
} {
  const { read, bad } = readKeys(OPERATOR_SETTINGS, OPERATOR_DEFAULTS, raw)
  return { more: read, bad, unknown: unknownKeys(Object.keys(asRecord(raw))) }
}

/** Keys that are no settings; those with `$` belong to editors. */
export const unknownKeys = (keys: readonly string[]): string[] =>
  keys.filter((key) => !Object.hasOwn(ALL_SETTINGS, key) && !key.startsWith('$'))
