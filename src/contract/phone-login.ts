import * as v from 'valibot'
import { SignInAnswer } from './http.ts'
import { oneLine } from './one-line.ts'
import { optional } from './tolerant.ts'

/*
 * Login at a kiosk from the player's phone. The kiosk's page requests a code and keeps a secret; the player
 * confirms the code on the phone; with the secret the page fetches its token.
 */

/** How long a code can be confirmed, s. */
export const LINK_SECONDS = 60

/** A code as it is typed: eight characters in any case, without those that look alike; spaces and hyphens. */
export const LinkCode = v.pipe(
  v.string(),
  v.maxLength(20),
  v.regex(/^[\s-]*([2-9A-HJKMNP-Za-hjkmnp-z][\s-]*){8}$/),
)
const Secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** The longest name of a screen, characters. */
export const MAX_SCREEN_NAME = 40
const ScreenName = v.pipe(v.string(), v.maxLength(MAX_SCREEN_NAME), oneLine)

/** A kiosk requests a code. */
export const LinkRequest = v.object({
  // The screen's name, from the address of its page: `?kiosk=Screen 4`. Absent: no name.
  screen: v.optional(ScreenName, ''),
})

/** A code, and the secret of the page that requested it. */
export const LinkAnswer = v.object({
  // Shown to the player, as text and in the QR picture.
  code: v.pipe(v.string(), v.minLength(4), v.maxLength(40)),
  // Stays in the memory of the page. With it the page fetches the login.
  secret: v.pipe(v.string(), v.minLength(16), v.maxLength(200)),
  seconds: v.pipe(v.number(), v.minValue(10), v.maxValue(600)), // How long the code can be confirmed [s].
})
export type LinkAnswer = v.InferOutput<typeof LinkAnswer>

/** The state of the page's code. */
export const LinkStateRequest = v.object({ /* The secret of the page. */ secret: Secret })

/** The state of a code. */
export const LinkState = v.object({
  // `waiting`, `confirmed` (once, with `login`), `refused`, or `over`: expired, used or unknown.
  state: v.picklist(['waiting', 'confirmed', 'refused', 'over']),
  login: optional(SignInAnswer), // With `confirmed`: the answer of a login. Absent: no login.
})
export type LinkState = v.InferOutput<typeof LinkState>

/** A code that a player has scanned or typed. */
export const LinkQuestionRequest = v.object({
  code: LinkCode, // The code. Spaces, hyphens and letter case do not matter.
})
/** The kiosk that requested the code. */
export const LinkQuestion = v.object({
  venue: v.string(), // The operator's name of the place, from the address of the kiosk, never from its page.
  screen: optional(v.fallback(ScreenName, ''), ''), // The name of the screen. Absent: not shown.
  seconds: v.number(), // How long the code can still be confirmed [s].
})
export type LinkQuestion = v.InferOutput<typeof LinkQuestion>

/** The player's decision, which is final. */
export const LinkDecision = v.object({
  code: LinkCode, // The code.
  accept: v.boolean(), // true: log the player in at the kiosk.
})
