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

/** The schemas of a section of Settings.json. */
export type SectionSchemas = Readonly<Record<string, v.GenericSchema>>
/** The section's defaults, in the file's notation. */
export type SectionDefaults<T extends SectionSchemas> = { readonly [K in keyof T]: v.InferInput<T[K]> }
/** The section's parsed values. */
export type SectionValues<T extends SectionSchemas> = { readonly [K in keyof T]: v.InferOutput<T[K]> }

/** A key's schema, and its default in the file's notation (amounts in major units). */
/* @__NO_SIDE_EFFECTS__ */
export const setting = <S extends v.GenericSchema>(schema: S, standard: v.InferInput<S>) =>
  [schema, standard] as const
type Section = Readonly<Record<string, readonly [v.GenericSchema, unknown]>>
/* @__NO_SIDE_EFFECTS__ */
const column = (section: Section, index: 0 | 1) =>
  Object.fromEntries(Object.entries(section).map(([key, pair]) => [key, pair[index]]))
/* @__NO_SIDE_EFFECTS__ */
export const schemasOf = <T extends Section>(section: T) =>
  column(section, 0) as { readonly [K in keyof T]: T[K][0] }
/** The values for a missing file, and for missing and invalid keys. */
/* @__NO_SIDE_EFFECTS__ */
export const defaultsOf = <T extends Section>(section: T) =>
  column(section, 1) as { readonly [K in keyof T]: v.InferInput<T[K][0]> }

/**
 * The keys of Settings.json that the first screen needs; settings-operator.ts, settings-play.ts and
 * settings-kiosk.ts have the others. settings-docs.ts describes each key.
 */
const SECTION = {
  apiUrl: setting(apiUrl, '/api'),
  machineUrl: setting(socketUrl, ''),
  notificationUrl: setting(socketUrl, ''),
  socketToken: setting(v.picklist(['query', 'auth']), PAGE_DEFAULTS.socketToken),
  siteId: setting(v.pipe(v.number(), v.safeInteger()), 1001),
  language: setting(v.picklist(LOCALE_CODES), PAGE_DEFAULTS.language),
  languageSelect: setting(v.boolean(), PAGE_DEFAULTS.languageSelect),
  arabic: setting(v.boolean(), PAGE_DEFAULTS.arabic),
  currency: setting(v.picklist(CURRENCIES), 'TRY'),
  countryCheck: setting(v.boolean(), PAGE_DEFAULTS.countryCheck),
  tokenInAddress: setting(v.boolean(), true),
  confirmTokenInAddress: setting(v.boolean(), false),
  idlePinLock: setting(v.boolean(), false),
  kiosk: setting(v.boolean(), false),
  defaultPin: setting(v.pipe(v.string(), v.regex(/^\d{0,12}$/)), ''),
  informationText: setting(LocalizedText, ''),
  externalInfo: setting(v.boolean(), false),
  extras: setting(v.boolean(), false),
  layoutStyle: setting(v.picklist(['layout1', 'layout2', 'layout3']), 'layout1'),
  headerBarHide: setting(v.boolean(), false),
  navbarFolded: setting(v.boolean(), false),
  showLobby: setting(v.boolean(), PAGE_DEFAULTS.showLobby),
  lobbyUpdateInterval: setting(v.pipe(positive, v.minValue(1)), 10),
  zeroBalancePlay: setting(v.boolean(), true),
  maxPictureAge: setting(v.pipe(positive, v.minValue(250), v.maxValue(10_000)), 1500),
  volume: setting(v.pipe(positive, v.maxValue(1)), 1),
  hotFlagLimit: setting(MajorAmount, 20000),
  maxAllIn: setting(MajorAmount, 2500000),
  hotCoins: setting(v.pipe(v.array(MajorAmount), v.maxLength(5)), [500, 5000, '10.000', '50.000', '100.000']),
}
export const SETTINGS = schemasOf(SECTION)
export const DEFAULTS = defaultsOf(SECTION)

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
