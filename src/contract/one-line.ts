import * as v from 'valibot'

/** Removes what would break the line of a text that another person reads, or turn its direction. */
export const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '')

/** Refuses a text that has such characters. */
export const oneLine = v.check((text: string) => inOneLine(text) === text)
