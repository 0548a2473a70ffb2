/** 0 for nothing typed, else 1 guessed at once, 2 soon, 3 hardly, 4 not in a lifetime. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** Bits of guessing from which a password is a 2, a 3, a 4. */
const STRENGTH_BITS = [40, 56, 72]
/** What guesses begin with; a run of keys or letters counts as one of these. */
const COMMON = /p[a@]ssw[o0]rd|parola|[sş]ifre|123456|qwert[yz]?|asdf|welcome|merhaba|iloveyou|letmein|admin/g
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LETTER = /\p{L}/u
/** How much of a letter is news after another one. */
const LETTER_IN_WORD_WEIGHT = 0.6
const CLASSES = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{Ll}\p{Lu}\d]/u, 33],
] as const

/** Do these go on a run, forwards or backwards, or repeat? Then the last of them is no news. */
function isPredictable(three: string): boolean {
  const [first = '', second = '', third = ''] = three
  if (first === second && second === third) return true
  return RUNS.some((run) => run.includes(first + second + third) || run.includes(third + second + first))
}

/**
 * How long a password stands against guessing, roughly: the letters that are news, times what each could have been.
 * Common words, runs and the player's own names (`known`) count as next to nothing. An estimate, and said to be one.
 */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  if (!password) return 0
  const own = known.map((name) => name.trim().toLowerCase()).filter((name) => name.length > 2)
  const plain = own.reduce((text, name) => text.replaceAll(name, 'a'), password.toLowerCase())
  const letters = [...plain.replaceAll(COMMON, 'a')]
  const news = letters.reduce((sum, letter, at) => {
    if (at > 1 && isPredictable(letters.slice(at - 2, at + 1).join(''))) return sum
    // Most of a word can be guessed from how it begins.
    return sum + (LETTER.test(letter) && LETTER.test(letters[at - 1] ?? '') ? LETTER_IN_WORD_WEIGHT : 1)
  }, 0)
  const pool = CLASSES.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const different = new Set(letters).size
  // Two letters in turn are no news either.
  const bits = Math.min(news, different * 2) * Math.log2(pool)
  return (1 + STRENGTH_BITS.filter((step) => bits >= step).length) as Strength
}
