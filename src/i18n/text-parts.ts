import type { Locale } from '../contract/locales.ts'

/**
 * The parts of the app with separate text files; vite/chunks.ts lists the chunks of each part. The texts of
 * the first screens are in index.html.
 */
export const TEXT_PARTS = ['lobby', 'game', 'rest'] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/** The path of a part's text file. Undefined if the texts are in the code: Turkish, and in development. */
export const textFile = (
  language: Locale,
  part: TextPart,
  build = document.documentElement.dataset.build,
): string | undefined =>
  build && language !== 'tr' ? `/assets/texts-${part}-${language}-${build}.js` : undefined

/**
 * Groups that load with late-texts.ts, not with the modules that use their keys: the messages of server
 * codes, and those of a session that ended or could not start. No first screen needs them.
 */
export const LATE_GROUPS = ['code', 'session'] as const
