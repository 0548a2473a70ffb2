import * as v from 'valibot'
import { optional } from './tolerant.ts'

/* A player's preferences, and the call that stores them. */

/** Maximum number of shortcuts and of favourites that a server stores per player. */
export const MAX_SHORTCUTS = 50
export const MAX_FAVOURITES = 500

/** The id of a menu item or of a machine. */
const ShortId = v.pipe(v.string(), v.regex(/^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u))
const idList = (most: number) => v.pipe(v.array(ShortId), v.maxLength(most))

/** A player's theme. */
export const ThemeSettings = v.strictObject({
  layoutStyle: v.picklist(['layout1', 'layout2', 'layout3']), // Layout.
  direction: v.picklist(['ltr', 'rtl', '']), // Text direction; empty: the direction of the language.
  folded: v.boolean(), // The menu is folded to icons.
  // Name of a colour scheme; empty: the default colours.
  scheme: v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/)),
  animations: v.boolean(), // Animations are shown.
  customScrollbars: v.boolean(), // The app's own scrollbars are used.
})
export type ThemeSettings = v.InferOutput<typeof ThemeSettings>

/** A change of a player's preferences. Any other key is refused, so that it changes nothing else. */
export const UserUpdate = v.strictObject({
  // The changed preferences. Absent fields stay unchanged.
  user: v.strictObject({
    shortcuts: v.optional(idList(MAX_SHORTCUTS)), // Ids of menu items, at most 50. Absent: unchanged.
    favourites: v.optional(idList(MAX_FAVOURITES)), // Ids of machines, at most 500. Absent: unchanged.
    settings: v.optional(ThemeSettings), // The theme. Absent: unchanged.
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
  shortcuts: optional(keptList(MAX_SHORTCUTS)), // Ids of menu items. Absent: an empty list.
  favourites: optional(keptList(MAX_FAVOURITES)), // Ids of machines. Absent: an empty list.
  settings: optional(ThemeSettings), // The player's theme. Absent: the operator's theme.
})
export type Preferences = v.InferOutput<typeof Preferences>
