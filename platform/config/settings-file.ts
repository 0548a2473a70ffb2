import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { SPIN_LIMITS, type SpinLimits } from '../../src/contract/jurisdictions.ts'
import { readKeys } from '../../src/contract/settings.ts'
import { KIOSK_DEFAULTS, KIOSK_SETTINGS } from '../../src/contract/settings-kiosk.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../src/contract/settings-play.ts'
import { checkSettings, type Finding } from './settings/check.ts'

/**
 * A Settings.json, and the settings in it. Both are undefined if there was no file at the platform's start.
 */
export interface Settings {
  readonly text: string | undefined
  readonly value: object | undefined
}

/** The operator's Settings.json. App and platform read the same one, so that they never disagree. */
export interface SettingsFile {
  /**
   * Reads the file, which operators edit in place. If it is missing or not usable, the last good one stays in
   * force. Never rejects.
   */
  read(): Promise<Settings>
  /** Reports the mistakes in the file, each once: those found so far, and those of later changes. */
  onProblem(report: (problem: string) => void): void
}

interface SettingsOptions {
  /** Whether a missing file refuses the start; else the defaults apply. */
  isRequired?: boolean
  /** What the settings need and the platform does not have, one line each. */
  unmetOf?: (settings: object) => string[]
}

/**
 * Opens a Settings.json. Throws an Error whose message is one line if the file is not usable: it is no JSON,
 * or a mistake in it would switch off a protection of the player. A missing file is permitted unless
 * `isRequired`.
 */
export async function openSettingsFile(
  file: string | undefined,
  { isRequired = false, unmetOf = () => [] }: SettingsOptions = {},
): Promise<SettingsFile> {
  const unreported: string[] = []
  let report: (problem: string) => void = (problem) => unreported.push(problem)
  let current: Settings = { text: undefined, value: undefined }
  /** The text that was read last, usable or not; undefined: the file could not be read. */
  let lastText: string | undefined
  /** Of the file with that text. */
  let lastVersion: string | undefined

  /**
   * Applies a text and reports its mistakes. If it is not usable, nothing is applied and the reason is
   * returned.
   */
  function apply(text: string): string | undefined {
    const findings = checkSettings(text)
    const lineOf = ({ line, column, text: words }: Finding) => `${file}:${line}:${column}  ${words}`
    const refused = findings.find(({ isRefused }) => isRefused)
    for (const finding of findings) if (finding !== refused) report(lineOf(finding))
    if (refused) return lineOf(refused)
    const value: object = JSON.parse(text)
    current = { text, value }
    for (const unmet of unmetOf(value)) report(`${file}: ${unmet}`)
    return undefined
  }

  if (file !== undefined) {
    lastText = await readText(file)
    const problem =
      lastText === undefined
        ? `${file} cannot be read. The shipped one is public/Settings.json of the source tree.`
        : apply(lastText)
    if (problem && (lastText !== undefined || isRequired || existsSync(file))) throw new Error(problem)
    if (problem) report(`There is no ${file}: the defaults of all settings apply.`)
  }

  return {
    async read() {
      const version = file === undefined ? undefined : await versionOf(file)
      if (version !== undefined && version === lastVersion) return current
      const text = file === undefined ? undefined : await readText(file)
      lastVersion = version
      if (text === lastText) return current
      lastText = text
      const problem = text === undefined ? `${file} cannot be read.` : apply(text)
      if (problem) report(`${problem} The last good file stays in force.`)
      return current
    },
    onProblem(listener) {
      report = listener
      for (const problem of unreported.splice(0)) listener(problem)
    },
  }
}

/** A file that was changed less than this ago may change again without another time, ms. */
const SETTLED_MS = 2000

/** Changes with the file's content; undefined if that cannot be relied on, or the file cannot be read. */
async function versionOf(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats || Math.abs(Date.now() - stats.mtimeMs) < SETTLED_MS) return undefined
  return `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}

const readText = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined)

/** Whether the app sends quality reports. */
export const hasQualityReports = ({ value }: Settings): boolean =>
  readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, value).read.qualityReports

/** Whether guests at a kiosk see pictures of free machines. */
export const hasAttractPictures = ({ value }: Settings): boolean =>
  readKeys(KIOSK_SETTINGS, KIOSK_DEFAULTS, value).read.kioskAttractPictures

/** The stricter of `minSpinCycle` and of what `jurisdiction` requires of a spin. */
export function spinLimits({ value }: Settings): SpinLimits {
  const { minSpinCycle, jurisdiction } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, value).read
  const cycle = minSpinCycle * 1000
  if (jurisdiction === '') return { cycle, maxStake: Number.POSITIVE_INFINITY }
  const required = SPIN_LIMITS[jurisdiction]
  return { ...required, cycle: Math.max(cycle, required.cycle) }
}
