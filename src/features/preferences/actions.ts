import {
  MOST_FAVOURITES,
  MOST_SHORTCUTS,
  Preferences,
  ThemeSettings,
  UserUpdateAnswer,
} from '../../contract/user.ts'
import { currentToken, onSessionEnd } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { sayFull, sayNotSaved } from './show-failure.ts'
import {
  type Choices,
  choices,
  choose,
  favourites,
  noPreferences,
  preferencesAre,
  takePreferences,
  whole,
} from './state.ts'

type Name = keyof Choices
const NAMES = ['shortcuts', 'favourites', 'settings'] as const

/** Grows with each player: an answer that was for an earlier one is dropped. */
let player = 0
/** Grows with each change: what was read before it is older than what is on show. */
let changes = 0
let sending = false
/** What the server is known to keep. */
let kept = choices()
/** What was changed since the last request went out. */
const waiting = new Set<Name>()

onSessionEnd(() => {
  player++
  sending = false
  kept = choices()
  waiting.clear()
})

const read = () => call(Preferences, 'GET', '/player/profile')

/**
 * Asks for what the server keeps of this player; one that said once that it keeps nothing is not asked again. What is on show stays when no answer comes, and when something is
 * changed here meanwhile.
 */
export async function loadPreferences(): Promise<void> {
  if (currentToken() === undefined || preferencesAre.peek() === 'none') return
  const [own, before] = [player, changes]
  const answer = await read()
  if (own !== player || before !== changes || sending) return
  if (answer.ok) {
    takePreferences(answer.value)
    kept = choices()
  } else if (answer.error.status === 404) noPreferences()
}

/** Sends what was changed, one request at a time, until the newest is kept. What is refused is taken back. */
async function send(): Promise<void> {
  if (sending) return
  sending = true
  const own = player
  while (waiting.size > 0) {
    const names = [...waiting]
    waiting.clear()
    const user = pick(choices(), names)
    const answer = await call(UserUpdateAnswer, 'POST', '/auth/user/update', { body: { user } })
    // Where no clear answer came it is open what the server keeps: it is asked.
    const open = !answer.ok && answer.error.category !== 'refused'
    const truth = open && own === player ? await read() : undefined
    if (own !== player) return
    if (answer.ok) kept = { ...kept, ...user }
    else if (answer.error.status === 404) {
      waiting.clear()
      noPreferences()
      kept = choices()
      void sayNotSaved(answer.error, () => own === player)
    } else {
      if (truth?.ok) kept = whole(truth.value)
      // What was changed again meanwhile is still to be sent, and what becomes of that is the last word.
      const back = pick(
        kept,
        names.filter((name) => !waiting.has(name)),
      )
      choose(back)
      if (written({ ...user, ...back }) !== written(user))
        void sayNotSaved(answer.error, () => own === player)
    }
  }
  sending = false
}

/** As text, its keys always in the same order: two that hold the same are the same. */
const written = (some: Partial<Choices>) =>
  JSON.stringify(some, [...NAMES, ...Object.keys(ThemeSettings.entries)])

const pick = (from: Choices, names: readonly Name[]): Partial<Choices> =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

function change(next: Partial<Choices>): void {
  if (preferencesAre.peek() !== 'ready') return
  changes++
  choose(next)
  for (const name of NAMES) if (name in next) waiting.add(name)
  void send()
}

/** Keeps these navigation items as the player's shortcuts, in this order; MOST_SHORTCUTS at most. */
export function setShortcuts(ids: readonly string[]): void {
  const shortcuts = [...new Set(ids)]
  if (shortcuts.length > MOST_SHORTCUTS) sayFull('shortcuts')
  else change({ shortcuts })
}

/** Makes a machine a favourite, or no longer one; MOST_FAVOURITES at most. */
export function toggleFavourite(id: string): void {
  const before = favourites.peek()
  const less = before.filter((one) => one !== id)
  if (less.length < before.length) change({ favourites: less })
  else if (before.length >= MOST_FAVOURITES) sayFull('favourites')
  else change({ favourites: [...before, id] })
}

/** Keeps how the app looks for this player. */
export function saveTheme(settings: ThemeSettings): void {
  change({ settings })
}
