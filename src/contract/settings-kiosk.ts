import * as v from 'valibot'
import { positive, type SectionDefaults, type SectionValues } from './settings.ts'

/**
 * The keys of Settings.json that only a kiosk reads (src/features/kiosk/). settings-docs.ts describes each.
 */
export const KIOSK_SETTINGS = {
  kioskLogout: v.pipe(positive, v.minValue(10), v.maxValue(3600)),
  kioskCashOut: v.boolean(),
  phoneLogin: v.boolean(),
  kioskAttract: v.pipe(positive, v.minValue(5)),
  kioskAttractPictures: v.boolean(),
  kioskQuietHours: v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/)),
} as const

/** The values for a missing file, and for missing and invalid keys. */
export const KIOSK_DEFAULTS: SectionDefaults<typeof KIOSK_SETTINGS> = {
  kioskLogout: 180,
  kioskCashOut: true,
  phoneLogin: false,
  kioskAttract: 30,
  kioskAttractPictures: false,
  kioskQuietHours: '04:00-06:00',
}

export type KioskSettings = SectionValues<typeof KIOSK_SETTINGS>
