import * as v from 'valibot'
import { Code } from './codes.ts'
import { optional } from './tolerant.ts'

/* What a player chose for themselves, and the one call that keeps it. */

/** The most shortcuts and favourites that are kept for one player. */
export const MAX_SHORTCUTS = 50
export const MAX_FAVOURITES = 500

/** The id of a navigation item or of a machine. */
const ShortId = v.pipe(v.string(), v.regex(/^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u))
const idList = (most: number) => v.pipe(v.array(ShortId), v.maxLength(most))

/** How the app looks for this player; `direction` '' goes by the language. `scheme` names a colour scheme. */
export const ThemeSettings = v.strictObject({
  layoutStyle: v.picklist(['layout1', 'layout2', 'layout3']),
  direction: v.picklist(['ltr', 'rtl', '']),
  folded: v.boolean(),
  scheme: v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/)),
  animations: v.boolean(),
  customScrollbars: v.boolean(),
})
export type ThemeSettings = v.InferOutput<typeof ThemeSettings>

/**
 * POST /auth/user/update. What is given replaces what was kept; what is left out stays. Nothing else of a player
 * can be changed by it: any other key is refused.
 */
export const UserUpdate = v.strictObject({
  user: v.strictObject({
    shortcuts: v.optional(idList(MAX_SHORTCUTS)),
    favourites: v.optional(idList(MAX_FAVOURITES)),
    settings: v.optional(ThemeSettings),
  }),
})
export type UserUpdate = v.InferOutput<typeof UserUpdate>

/** Its answer, if any, says that it was done: no `status` that is false, no code but that of success. */
export const UserUpdateAnswer = v.nullish(
  v.object({
    status: v.optional(
      v.pipe(
        v.unknown(),
        v.check((status) => status !== false),
      ),
    ),
    code: v.nullish(v.literal(Code.success)),
  }),
)

/** A list as a server kept it: what is no id is left out, and what comes twice, and what is too much. */
const keptList = (most: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list) => {
      // Not of everything: what an object is as a text may throw.
      const ids = list.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
      return [...new Set(ids.filter((id) => v.is(ShortId, id)))].slice(0, most)
    }),
  )

/** What GET /player/profile says of these. One that cannot be read counts as not there. */
export const Preferences = v.object({
  shortcuts: optional(keptList(MAX_SHORTCUTS)),
  favourites: optional(keptList(MAX_FAVOURITES)),
  settings: optional(ThemeSettings),
})
export type Preferences = v.InferOutput<typeof Preferences>
