import type { PAGE_ADDRESSES, PAGE_DEFAULTS } from '../../contract/page-settings.ts'
import type { Settings } from '../../contract/settings.ts'

type Defaults = typeof PAGE_DEFAULTS

/** Stands for the default, and for a missing or wrong value, which counts as the default. */
declare const DEFAULT: unique symbol

/**
 * Settings.json, or what the server has embedded of it, unchecked: the schemas come with the app. The type
 * permits a comparison with a value that is not the default, and no other.
 */
export type PageSettings = {
  readonly [K in keyof Defaults]: Exclude<Settings[K], Defaults[K]> | typeof DEFAULT
} & { readonly [K in (typeof PAGE_ADDRESSES)[number]]: unknown }
