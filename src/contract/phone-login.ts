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

const ScreenName = v.pipe(v.string(), v.maxLength(40), oneLine)

/** POST /login/link, from the kiosk, without a token. `screen`: the screen's name, for the player. */
export const LinkRequest = v.object({ screen: v.optional(ScreenName, '') })

/** Its answer. The secret stays in the page. `seconds`: how long the code can be confirmed. */
export const LinkAnswer = v.object({
  code: v.pipe(v.string(), v.minLength(4), v.maxLength(40)),
  secret: v.pipe(v.string(), v.minLength(16), v.maxLength(200)),
  seconds: v.pipe(v.number(), v.minValue(10), v.maxValue(600)),
})
export type LinkAnswer = v.InferOutput<typeof LinkAnswer>

/** POST /login/link/state, from the kiosk, every 2 s. */
export const LinkStateRequest = v.object({ secret: Secret })

/** The state of a code. `login` once, with `confirmed`: the answer of a login. */
export const LinkState = v.object({
  state: v.picklist(['waiting', 'confirmed', 'refused', 'over']),
  login: optional(SignInAnswer),
})
export type LinkState = v.InferOutput<typeof LinkState>

/**
 * POST /player/link: reads who asks. `venue` is the operator's name of the place, from the kiosk's address.
 */
export const LinkQuestionRequest = v.object({ code: LinkCode })
export const LinkQuestion = v.object({
  venue: v.string(),
  screen: optional(v.fallback(ScreenName, ''), ''),
  seconds: v.number(),
})
export type LinkQuestion = v.InferOutput<typeof LinkQuestion>

/** POST /player/link/answer: the player's decision, which is final. */
export const LinkDecision = v.object({ code: LinkCode, accept: v.boolean() })
