import * as v from 'valibot'
import { defaultsOf, positive, type SectionValues, schemasOf, setting } from './settings.ts'

/**
 * The keys of Settings.json that only a kiosk reads (src/features/kiosk/). settings-docs.ts describes each.
 */
const SECTION = {
  kioskLogout: setting(v.pipe(positive, v.minValue(10), v.maxValue(3600)), 180),
  kioskCashOut: setting(v.boolean(), true),
  phoneLogin: setting(v.boolean(), false),
  kioskAttract: setting(v.pipe(positive, v.minValue(5)), 30),
  kioskAttractPictures: setting(v.boolean(), false),
  kioskQuietHours: setting(
    v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/)),
    '04:00-06:00',
  ),
}
export const KIOSK_SETTINGS = schemasOf(SECTION)
export const KIOSK_DEFAULTS = defaultsOf(SECTION)

export type KioskSettings = SectionValues<typeof KIOSK_SETTINGS>
