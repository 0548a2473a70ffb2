import { SPIN_LIMITS } from '../../../contract/jurisdictions.ts'
import type { PlaySettings } from '../../../contract/settings-play.ts'

/** The limits of a game. 0 (Infinity for `maxStake`) means no limit. */
export interface Protection {
  /** Minimum ms from the start of one spin to the next. */
  cycle: number
  /** Autoplay is allowed; `endless`: also without a number of spins. */
  autoplay: boolean
  endless: boolean
  /** ms of play from one reality check to the next. */
  realityCheck: number
  /** Mandatory break of each reality check, ms. */
  pause: number
  /** Maximum loss of a session, cents. */
  lossLimit: number
  /** ms of play in a session. */
  sessionLimit: number
  /** Maximum stake of a spin, cents. */
  maxStake: number
  /** Time of day, time played and net result are always shown. */
  clock: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND

const NONE: Protection = {
  cycle: 0,
  autoplay: true,
  endless: true,
  realityCheck: 0,
  pause: 0,
  lossLimit: 0,
  sessionLimit: 0,
  maxStake: Number.POSITIVE_INFINITY,
  clock: false,
}

/**
 * What each jurisdiction requires of a game's front end; docs/decisions/0014-player-protection.md explains
 * each line, and what a front end cannot enforce.
 *
 * - GB: Gambling Commission, Remote gambling and software technical standards (RTS): 8A no auto-play, 14D
 *   2.5 s from start to start, 2E net position and 13C elapsed time in view, 13B a reality check.
 *   https://www.gamblingcommission.gov.uk/standards/remote-gambling-and-software-technical-standards
 *   S.I. 2025/215: 5 GBP a game; 2 GBP below the age of 25, which the server sends as `maxStake`.
 *   https://www.legislation.gov.uk/uksi/2025/215/made
 * - DE: Glücksspielstaatsvertrag 2021 § 22a: a game starts by the player's own word, given after the last one
 * has
 *   ended (para. 4), 5 s a game on average, 1 EUR a game, a notice and five minutes of rest after an hour.
 *   https://www.gesetze-bayern.de/Content/Document/StVGlueStV2021-22a
 * - ON: AGCO, Registrar's Standards for Internet Gaming: no auto-play for slots, 2.5 s, net position and time
 * in view.
 *   https://www.canadiangamingbusiness.com/?p=11226
 * - MT: MGA, Player Protection Directive (Directive 2 of 2018): reality checks with the time and the winnings
 *   and losses; alerts at intervals where a game spins by itself.
 * https://www.mga.org.mt/faqs/remote-gaming-are-there-any-mandatory-responsible-gambling-tools-which-must-be-offered-to-players/
 */
export const JURISDICTION_RULES: Readonly<Record<Exclude<PlaySettings['jurisdiction'], ''>, Protection>> = {
  GB: {
    ...NONE,
    ...SPIN_LIMITS.GB,
    autoplay: false,
    endless: false,
    realityCheck: 60 * MINUTE,
    clock: true,
  },
  DE: {
    ...NONE,
    ...SPIN_LIMITS.DE,
    autoplay: false,
    endless: false,
    realityCheck: 60 * MINUTE,
    pause: 5 * MINUTE,
  },
  ON: { ...NONE, ...SPIN_LIMITS.ON, autoplay: false, endless: false, clock: true },
  MT: { ...NONE, ...SPIN_LIMITS.MT, endless: false, realityCheck: 60 * MINUTE, clock: true },
}

/** The lower of two limits; 0 is no limit. */
const lowerLimit = (a: number, b: number) => (a && b ? Math.min(a, b) : a || b)

/** The stricter of both, field by field. */
function stricter(a: Protection, b: Protection): Protection {
  return {
    cycle: Math.max(a.cycle, b.cycle),
    autoplay: a.autoplay && b.autoplay,
    endless: a.endless && b.endless,
    realityCheck: lowerLimit(a.realityCheck, b.realityCheck),
    pause: Math.max(a.pause, b.pause),
    lossLimit: lowerLimit(a.lossLimit, b.lossLimit),
    sessionLimit: lowerLimit(a.sessionLimit, b.sessionLimit),
    maxStake: Math.min(a.maxStake, b.maxStake),
    clock: a.clock || b.clock,
  }
}

/** The operator's settings, without the jurisdiction. */
export function protectionFromSettings(settings: PlaySettings): Protection {
  const { minSpinCycle, autoplay, realityCheck, lossLimit, sessionLimit, clock } = settings
  return {
    ...NONE,
    cycle: Math.round(minSpinCycle * SECOND),
    autoplay,
    endless: autoplay,
    realityCheck: Math.round(realityCheck * MINUTE),
    lossLimit,
    sessionLimit: Math.round(sessionLimit * MINUTE),
    clock,
  }
}

/**
 * The strictest of the operator's settings, the jurisdiction that they name, and the player's maximum stake,
 * cents.
 */
export function protectionOf(settings: PlaySettings, maxStake: number): Protection {
  const configured = { ...protectionFromSettings(settings), maxStake }
  return settings.jurisdiction ? stricter(configured, JURISDICTION_RULES[settings.jurisdiction]) : configured
}

/** Adds the player's own reality check every `remind` ms of play, if it is the shorter interval. */
export const withReminder = (limits: Protection, remind: number): Protection =>
  stricter(limits, { ...NONE, realityCheck: remind })
