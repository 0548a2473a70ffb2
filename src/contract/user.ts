import * as v from 'valibot'
import { optional } from './tolerant.ts'

/* A player's preferences, and the call that stores them. */

/** Maximum number of shortcuts and of favourites that a server stores per player. */
export const MAX_SHORTCUTS = 50
export const MAX_FAVOURITES = 500

/** The id of a menu item or of a machine. */
const ShortId = v.pipe(v.string(), v.regex(/^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u))
const idList = (most: number) => v.pipe(v.array(ShortId), v.maxLength(most))

/** A player's theme; `direction` '' follows the language. `scheme` is the name of a colour scheme. */
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
 * POST /auth/user/update. Given fields replace the stored ones; omitted fields stay. Any other key is
 * refused, so that the call changes nothing else of a player.
 */
export const UserUpdate = v.strictObject({
  user: v.strictObject({
    shortcuts: v.optional(idList(MAX_SHORTCUTS)),
    favourites: v.optional(idList(MAX_FAVOURITES)),
    settings: v.optional(ThemeSettings),
  }),
})
export type UserUpdate = v.InferOutput<typeof UserUpdate>

/** A stored list: invalid ids, duplicates and excess entries are dropped. */
const keptList = (most: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list) => {
      // Other types are skipped, because converting an object to a string may throw.
      const ids = list.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
      return [...new Set(ids.filter((id) => v.is(ShortId, id)))].slice(0, most)
    }),
  )

/** The preferences in GET /player/profile. An unreadable field counts as absent. */
export const Preferences = v.object({
  shortcuts: optional(keptList(MAX_SHORTCUTS)),
  favourites: optional(keptList(MAX_FAVOURITES)),
  settings: optional(ThemeSettings),
})
export type Preferences = v.InferOutput<typeof Preferences>
