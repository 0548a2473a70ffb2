import { count } from './format.ts'
import { type MessageKey, pluralForm, t } from './index.ts'

/* Separate from index.ts, because the login shows no counts. */

/** The messages with plural forms: objects with `other` and the other forms of the language. */
export type PluralKey = MessageKey extends infer K ? (K extends `${infer P}.other` ? P : never) : never

/**
 * A message in the plural form of `n`, which is its {{count}}. A language may omit forms that equal `other`.
 */
export function plural(key: PluralKey, n: number, params: Record<string, string | number> = {}): string {
  const all = { count: count(n), ...params }
  return t(`${key}.${pluralForm(n)}` as MessageKey, all) || t(`${key}.other`, all)
}
