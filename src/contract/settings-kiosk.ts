import * as v from 'valibot'
import { positive, type SectionDefaults, type SectionValues } from './settings.ts'

/** The keys of Settings.json that only a venue's kiosk reads (src/features/kiosk/). What each means is in settings-docs.ts. */
export const KIOSK_SETTINGS = {
  kioskLogout: v.pipe(positive, v.minValue(10)),
  kioskCashOut: v.boolean(),
  kioskAttract: v.pipe(positive, v.minValue(5)),
  kioskQuietHours: v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/)),
} as const

/** What holds when Settings.json is missing or a key of it is wrong. */
export const KIOSK_DEFAULTS: SectionDefaults<typeof KIOSK_SETTINGS> = {
  kioskLogout: 180,
  kioskCashOut: true,
  kioskAttract: 30,
  kioskQuietHours: '04:00-06:00',
}

export type KioskSettings = SectionValues<typeof KIOSK_SETTINGS>
