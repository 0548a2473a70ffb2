import * as v from 'valibot'
import { defaultsOf, MajorAmount, positive, type SectionValues, schemasOf, setting } from './settings.ts'

/** The actions of a game that a key of a keyboard or a button panel can trigger. */
export const KEY_ACTIONS = [
  'spin',
  'stakeUp',
  'stakeDown',
  'stakeMax',
  'load',
  'cashOut',
  'autoplay',
  'leave',
  'mute',
  'fullscreen',
  'side',
  'help',
] as const
export type KeyAction = (typeof KEY_ACTIONS)[number]

/** The jurisdictions whose rules are built in: Great Britain (UKGC RTS), Germany, Ontario and Malta. */
export const JURISDICTIONS = ['', 'GB', 'DE', 'ON', 'MT'] as const

/**
 * The keys of Settings.json that only a game reads (src/core/settings/play.ts). settings-docs.ts describes
 * each.
 */
const SECTION = {
  jurisdiction: setting(v.picklist(JURISDICTIONS), ''),
  minSpinCycle: setting(v.pipe(positive, v.maxValue(60)), 2.5),
  autoplay: setting(v.boolean(), true),
  realityCheck: setting(positive, 0),
  lossLimit: setting(MajorAmount, 0),
  sessionLimit: setting(positive, 0),
  clock: setting(v.boolean(), false),
  keys: setting(v.record(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,30}$/)), v.picklist(KEY_ACTIONS)), {}),
  vibration: setting(v.boolean(), false),
  fps: setting(v.pipe(positive, v.minValue(5), v.maxValue(60)), 30),
  dataSaver: setting(v.boolean(), false),
  connectTimeout: setting(v.pipe(positive, v.minValue(3), v.maxValue(120)), 12),
  iceTransportPolicy: setting(v.picklist(['all', 'relay']), 'all'),
  videoUrl: setting(v.pipe(v.string(), v.regex(/^((https?:\/\/[^\s{}/]+)?\/(?!\/)\S*)?$/)), ''),
  qualityReports: setting(v.boolean(), false),
}
export const PLAY_SETTINGS = schemasOf(SECTION)
export const PLAY_DEFAULTS = defaultsOf(SECTION)

export type PlaySettings = SectionValues<typeof PLAY_SETTINGS>
