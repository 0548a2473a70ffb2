import * as v from 'valibot'
import { MajorAmount, positive, type SectionDefaults, type SectionValues } from './settings.ts'

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
export const PLAY_SETTINGS = {
  jurisdiction: v.picklist(JURISDICTIONS),
  minSpinCycle: v.pipe(positive, v.maxValue(60)),
  autoplay: v.boolean(),
  realityCheck: positive,
  lossLimit: MajorAmount,
  sessionLimit: positive,
  clock: v.boolean(),
  keys: v.record(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,30}$/)), v.picklist(KEY_ACTIONS)),
  vibration: v.boolean(),
  fps: v.pipe(positive, v.minValue(5), v.maxValue(60)),
  dataSaver: v.boolean(),
  connectTimeout: v.pipe(positive, v.minValue(3), v.maxValue(120)),
  iceTransportPolicy: v.picklist(['all', 'relay']),
  videoUrl: v.pipe(v.string(), v.regex(/^((https?:\/\/[^\s{}/]+)?\/(?!\/)\S*)?$/)),
  qualityReports: v.boolean(),
} as const

/** The values for a missing file, and for missing and invalid keys. */
export const PLAY_DEFAULTS: SectionDefaults<typeof PLAY_SETTINGS> = {
  jurisdiction: '',
  minSpinCycle: 2.5,
  autoplay: true,
  realityCheck: 0,
  lossLimit: 0,
  sessionLimit: 0,
  clock: false,
  keys: {},
  vibration: false,
  fps: 30,
  dataSaver: false,
  connectTimeout: 12,
  iceTransportPolicy: 'all',
  videoUrl: '',
  qualityReports: false,
}

export type PlaySettings = SectionValues<typeof PLAY_SETTINGS>
