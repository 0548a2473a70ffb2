import {
  MAX_FAVOURITES,
  MAX_SHORTCUTS,
  Preferences,
  ThemeSettings,
  UserUpdateAnswer,
} from '../../contract/user.ts'
import { currentToken, onSessionEnd } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { showFull, showNotSaved } from './show-failure.ts'
import {
  applyPreferences,
  type Choices,
  choices,
  favourites,
  preferencesStatus,
  setPreferences,
  setUnsupported,
  withDefaults,
} from './state.ts'

type Name = keyof Choices
const NAMES = ['shortcuts', 'favourites', 'settings'] as const

/** Grows with each player: an answer that was for an earlier one is dropped. */
let playerTurn = 0
/** Grows with each change: what was read before it is older than what is on show. */
let changeCount = 0
let sending = false
/** What the server is known to keep. */
let saved = choices()
/** What was changed since the last request went out. */
const unsaved = new Set<Name>()

onSessionEnd(() => {
  playerTurn++
  sending = false
  saved = choices()
  unsaved.clear()
})

const fetchPreferences = () => call(Preferences, 'GET', '/player/profile')

/**
 * Asks for what the server keeps of this player; one that said once that it keeps nothing is not asked again. What is on show stays when no answer comes, and when something is
 * changed here meanwhile.
 */
export async function loadPreferences(): Promise<void> {
  if (currentToken() === undefined || preferencesStatus.peek() === 'none') return
  const [own, before] = [playerTurn, changeCount]
  const answer = await fetchPreferences()
  if (own !== playerTurn || before !== changeCount || sending) return
  if (answer.ok) {
    applyPreferences(answer.value)
    saved = choices()
  } else if (answer.error.status === 404) setUnsupported()
}

/** Sends what was changed, one request at a time, until the newest is kept. What is refused is taken back. */
async function send(): Promise<void> {
  if (sending) return
  sending = true
  const own = playerTurn
  while (unsaved.size > 0) {
    const names = [...unsaved]
    unsaved.clear()
    const user = pick(choices(), names)
    const answer = await call(UserUpdateAnswer, 'POST', '/auth/user/update', { body: { user } })
    // Where no clear answer came it is open what the server keeps: it is asked.
    const open = !answer.ok && answer.error.category !== 'refused'
    const truth = open && own === playerTurn ? await fetchPreferences() : undefined
    if (own !== playerTurn) return
    if (answer.ok) saved = { ...saved, ...user }
    else if (answer.error.status === 404) {
      unsaved.clear()
      setUnsupported()
      saved = choices()
      void showNotSaved(answer.error, () => own === playerTurn)
    } else {
      if (truth?.ok) saved = withDefaults(truth.value)
      // What was changed again meanwhile is still to be sent, and what becomes of that is the last word.
      const back = pick(
        saved,
        names.filter((name) => !unsaved.has(name)),
      )
      setPreferences(back)
      if (serialize({ ...user, ...back }) !== serialize(user))
        void showNotSaved(answer.error, () => own === playerTurn)
    }
  }
  sending = false
}

/** As text, its keys always in the same order: two that hold the same are the same. */
const serialize = (some: Partial<Choices>) =>
  JSON.stringify(some, [...NAMES, ...Object.keys(ThemeSettings.entries)])

const pick = (from: Choices, names: readonly Name[]): Partial<Choices> =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

function change(next: Partial<Choices>): void {
  if (preferencesStatus.peek() !== 'ready') return
  changeCount++
  setPreferences(next)
  for (const name of NAMES) if (name in next) unsaved.add(name)
  void send()
}

/** Keeps these navigation items as the player's shortcuts, in this order; MOST_SHORTCUTS at most. */
export function setShortcuts(ids: readonly string[]): void {
  const shortcuts = [...new Set(ids)]
  if (shortcuts.length > MAX_SHORTCUTS) showFull('shortcuts')
  else change({ shortcuts })
}

/** Makes a machine a favourite, or no longer one; MOST_FAVOURITES at most. */
export function toggleFavourite(id: string): void {
  const before = favourites.peek()
  const less = before.filter((one) => one !== id)
  if (less.length < before.length) change({ favourites: less })
  else if (before.length >= MAX_FAVOURITES) showFull('favourites')
  else change({ favourites: [...before, id] })
}

/** Keeps how the app looks for this player. */
export function saveTheme(settings: ThemeSettings): void {
  change({ settings })
}
