import { count } from './format.ts'
import { type MessageKey, pluralForm, t } from './index.ts'

/* Apart from index.ts, because the login shows no counts. */

/** The messages with plural forms: an object of the forms that the language has, `other` among them. */
export type PluralKey = MessageKey extends infer K ? (K extends `${infer P}.other` ? P : never) : never

/**
 * A message in the plural form of `n`, which is {{count}} in it. A language in which no form differs from `other` needs
 * no other.
 */
export function plural(key: PluralKey, n: number, params: Record<string, string | number> = {}): string {
  const all = { count: count(n), ...params }
  return t(`${key}.${pluralForm(n)}` as MessageKey, all) || t(`${key}.other`, all)
}
