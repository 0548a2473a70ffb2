import * as v from 'valibot'
import { LOCALE_CODES } from './locales.ts'

/** One text for all languages, or one per language by its code. */
export const LocalizedText = v.union([v.string(), v.record(v.picklist(LOCALE_CODES), v.string())])
export type LocalizedText = v.InferOutput<typeof LocalizedText>
