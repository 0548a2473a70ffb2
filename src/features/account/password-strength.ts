/** 0: empty; 1 to 4: from guessed at once to practically unguessable. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** The bits of entropy from which a password has strength 2, 3 and 4. */
const STRENGTH_BITS = [40, 56, 72]
/** Common parts of passwords; each counts like a single letter. */
const COMMON = /p[a@]ssw[o0]rd|parola|[sş]ifre|123456|qwert[yz]?|asdf|welcome|merhaba|iloveyou|letmein|admin/g
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LETTER = /\p{L}/u
/** The entropy of a letter after another letter, relative to a random character. */
const LETTER_IN_WORD_WEIGHT = 0.6
const CLASSES = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{Ll}\p{Lu}\d]/u, 33],
] as const

/**
 * Whether three characters continue a run, in either direction, or repeat; the third one then adds nothing.
 */
function isPredictable(three: string): boolean {
  const [first = '', second = '', third = ''] = three
  if (first === second && second === third) return true
  return RUNS.some((run) => run.includes(first + second + third) || run.includes(third + second + first))
}

/**
 * A rough estimate of the strength: the number of unpredictable characters times the bits of their alphabet.
 * Common words, runs and the player's own names (`known`) count almost nothing.
 */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  if (!password) return 0
  const own = known
    .map((name) => name.trim().normalize('NFKC').toLowerCase())
    .filter((name) => name.length > 2)
  const plain = own.reduce(
    (text, name) => text.replaceAll(name, 'a'),
    password.normalize('NFKC').toLowerCase(),
  )
  const letters = [...plain.replaceAll(COMMON, 'a')]
  const news = letters.reduce((sum, letter, at) => {
    if (at > 1 && isPredictable(letters.slice(at - 2, at + 1).join(''))) return sum
    // A letter is partly predictable from the one before it.
    return sum + (LETTER.test(letter) && LETTER.test(letters[at - 1] ?? '') ? LETTER_IN_WORD_WEIGHT : 1)
  }, 0)
  const pool = CLASSES.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const different = new Set(letters).size
  // Alternating characters add nothing either.
  const bits = Math.min(news, different * 2) * Math.log2(pool)
  return (1 + STRENGTH_BITS.filter((step) => bits >= step).length) as Strength
}
