import * as v from 'valibot'
import { CURRENCIES } from './currencies.ts'
import { LOCALE_CODES } from './locales.ts'
import { LocalizedText } from './localized-text.ts'
import { PAGE_DEFAULTS } from './page-settings.ts'

/**
 * An amount in Settings.json, in major units: 100, 99.5, "10.000", "1.234,50". Strings have Turkish digit
 * grouping. The result is in cents; no part of a cent is rounded away, because 0 switches a limit off.
 */
export const MajorAmount = v.pipe(
  v.union([
    v.pipe(v.number(), v.finite(), v.minValue(0)),
    v.pipe(
      v.string(),
      v.regex(/^(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d{1,2})?$/),
      v.transform((text) => Number(text.replaceAll('.', '').replace(',', '.'))),
    ),
  ]),
  // By its decimal digits: a product would be rounded.
  v.transform((major) => Number(`${major}e2`)),
  v.safeInteger(),
)

const trimSlashes = v.transform((address: string) => address.replace(/\/+$/, ''))

/**
 * The base URL of the HTTP API: a path of the page's origin or an address; slashes at its end are dropped.
 */
const apiUrl = v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s/?#@\\]+)?(\/(?!\/)[^\s?#\\]*)?$/), trimSlashes)

/**
 * The origin of a Socket.IO server; empty: the page's. Paths are refused, because Socket.IO takes a path as a
 * namespace.
 */
const socketUrl = v.pipe(v.string(), v.regex(/^((https?|wss?):\/\/[^\s/?#@\\]+)?\/?$/), trimSlashes)

/** The address of a server or a file; may be empty. */
export const url = v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s]+|wss?:\/\/[^\s]+|\/(?!\/)[^\s]*)?$/))
export const positive = v.pipe(v.number(), v.finite(), v.minValue(0))

/**
 * The keys of Settings.json that the first screen needs; settings-operator.ts, settings-play.ts and
 * settings-kiosk.ts have the others. The defaults below are in the file's notation (amounts in major units).
 * settings-docs.ts describes each key.
 */
export const SETTINGS = {
  apiUrl,
  machineUrl: socketUrl,
  notificationUrl: socketUrl,
  socketToken: v.picklist(['query', 'auth']),
  siteId: v.pipe(v.number(), v.safeInteger()),
  language: v.picklist(LOCALE_CODES),
  languageSelect: v.boolean(),
  arabic: v.boolean(),
  currency: v.picklist(CURRENCIES),
  countryCheck: v.boolean(),
  tokenInAddress: v.boolean(),
  confirmTokenInAddress: v.boolean(),
  idlePinLock: v.boolean(),
  kiosk: v.boolean(),
  defaultPin: v.pipe(v.string(), v.regex(/^\d{0,12}$/)),
  informationText: LocalizedText,
  externalInfo: v.boolean(),
  extras: v.boolean(),
  layoutStyle: v.picklist(['layout1', 'layout2', 'layout3']),
  headerBarHide: v.boolean(),
  navbarFolded: v.boolean(),
  showLobby: v.boolean(),
  lobbyUpdateInterval: v.pipe(positive, v.minValue(1)),
  zeroBalancePlay: v.boolean(),
  maxPictureAge: v.pipe(positive, v.minValue(250), v.maxValue(10_000)),
  volume: v.pipe(positive, v.maxValue(1)),
  hotFlagLimit: MajorAmount,
  maxAllIn: MajorAmount,
  hotCoins: v.pipe(v.array(MajorAmount), v.maxLength(5)),
} as const

/** The values for a missing file, and for missing and invalid keys. */
export const DEFAULTS: SectionDefaults<typeof SETTINGS> = {
  ...PAGE_DEFAULTS,
  apiUrl: '/api',
  machineUrl: '',
  notificationUrl: '',
  siteId: 1001,
  currency: 'TRY',
  tokenInAddress: true,
  confirmTokenInAddress: false,
  idlePinLock: false,
  kiosk: false,
  defaultPin: '',
  informationText: '',
  externalInfo: false,
  extras: false,
  layoutStyle: 'layout1',
  headerBarHide: false,
  navbarFolded: false,
  lobbyUpdateInterval: 10,
  zeroBalancePlay: true,
  maxPictureAge: 1500,
  volume: 1,
  hotFlagLimit: 20000,
  maxAllIn: 2500000,
  hotCoins: [500, 5000, '10.000', '50.000', '100.000'],
}

/** The schemas of a section of Settings.json. */
export type SectionSchemas = Readonly<Record<string, v.GenericSchema>>
/** The section's defaults, in the file's notation. */
export type SectionDefaults<T extends SectionSchemas> = { readonly [K in keyof T]: v.InferInput<T[K]> }
/** The section's parsed values. */
export type SectionValues<T extends SectionSchemas> = { readonly [K in keyof T]: v.InferOutput<T[K]> }

export type Settings = SectionValues<typeof SETTINGS>

/** Settings.json as an object; empty for any other JSON. */
export const asRecord = (raw: unknown): Readonly<Record<string, unknown>> =>
  v.is(v.record(v.string(), v.unknown()), raw) ? raw : {}

/**
 * Reads some keys of Settings.json. An invalid key is listed in `bad` and falls back to its value in `last`,
 * an earlier file, so that a typing mistake switches no protection off; else to its default. Never throws.
 */
export function readKeys<T extends SectionSchemas>(
  schemas: T,
  defaults: SectionDefaults<T>,
  raw: unknown,
  last?: unknown,
): { read: SectionValues<T>; bad: string[] } {
  const [record, earlier] = [asRecord(raw), asRecord(last)]
  const bad: string[] = []
  const entries = Object.entries(schemas).map(([key, schema]) => {
    const given = key in record ? [record[key], earlier[key]] : []
    const good = given.find((value) => v.is(schema, value))
    if (good !== given[0]) bad.push(key)
    return [key, v.parse(schema, good ?? defaults[key])]
  })
  return { read: Object.fromEntries(entries), bad }
}

/** Reads the keys that the first screen needs; `last`: an earlier file. Never throws. */
export function readSettings(raw: unknown, last?: unknown): { settings: Settings; bad: string[] } {
  const { read, bad } = readKeys(SETTINGS, DEFAULTS, raw, last)
  return { settings: read, bad }
}
