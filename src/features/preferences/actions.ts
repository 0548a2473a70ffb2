import * as v from 'valibot'
import { fromJson } from '../../contract/json.ts'
import type { Failure } from '../../contract/result.ts'
import { SuccessAnswer } from '../../contract/success.ts'
import { MAX_FAVOURITES, MAX_SHORTCUTS, Preferences, ThemeSettings } from '../../contract/user.ts'
import { createLoginLatest, currentToken, onSessionEnd } from '../../core/session/state.ts'
import { sessionArea } from '../../core/session/stored-token.ts'
import { read, write } from '../../core/storage/storage.ts'
import { codeText, loadCodeTexts, t } from '../../i18n/index.ts'
import { call } from '../../net/api.ts'
import { toast } from '../../ui/toast.ts'
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

const showError = (message: string) => toast(message, { id: 'preferences', kind: 'danger' })

/**
 * Reports that a change was reverted, with the server's reason. `isCurrent` is checked again after the texts
 * have loaded.
 */
async function showNotSaved(failure: Failure, isCurrent: () => boolean): Promise<void> {
  if (failure.code !== undefined) await loadCodeTexts()
  if (!isCurrent()) return
  showError([t('preferences.notSaved'), codeText(failure.code, failure.params)].filter(Boolean).join(' '))
}

/** Shows that the list is full. */
function showFull(list: 'shortcuts' | 'favourites'): void {
  if (list === 'shortcuts') showError(t('preferences.fullShortcuts', { most: MAX_SHORTCUTS }))
  else showError(t('preferences.full', { most: MAX_FAVOURITES }))
}

type Name = keyof Choices
const NAMES = ['shortcuts', 'favourites', 'settings'] as const

const logins = createLoginLatest()
/** A change by the player, or a newer request, makes a request for the preferences stale. */
const loads = createLoginLatest()
let sending = false
/** The values last known to be stored on the server. */
let saved = choices()
/**
 * The server accepts preferences but does not return them, because the specification has no call for it. The
 * session's storage then keeps what the server accepted.
 */
let isKeptHere = false
const KEY = 'reelcast.preferences'
/** The stored value if the server does not accept preferences either. */
const NONE = 'none'
/** The values changed since the last request was sent. */
const unsaved = new Set<Name>()

onSessionEnd(() => {
  sending = false
  isKeptHere = false
  saved = choices()
  unsaved.clear()
})

const fetchPreferences = () => call(Preferences, 'GET', '/player/profile')

/**
 * Fetches the preferences, unless the server is known not to store them. Without an answer, or after a change
 * by the player meanwhile, the current values stay.
 */
export async function loadPreferences(): Promise<void> {
  if (currentToken() === undefined || preferencesStatus.peek() === 'none' || isKeptHere) return
  const mark = loads.begin()
  const answer = await fetchPreferences()
  if (loads.isStale(mark) || sending) return
  if (answer.ok) {
    applyPreferences(answer.value)
    saved = choices()
  } else if (answer.error.status === 404) loadKeptHere()
}

function loadKeptHere(): void {
  const kept = read(sessionArea(), KEY)
  if (kept === NONE) {
    setUnsupported()
    return
  }
  isKeptHere = true
  const parsed = v.safeParse(Preferences, fromJson(kept))
  applyPreferences(parsed.success ? parsed.output : {})
  saved = choices()
}

/** Sends the changes, one request at a time, until all are stored. Refused changes are reverted. */
async function send(): Promise<void> {
  if (sending) return
  sending = true
  const login = logins.mark()
  const isCurrent = () => !logins.isStale(login)
  while (unsaved.size > 0) {
    const names = [...unsaved]
    unsaved.clear()
    const user = pick(choices(), names)
    const answer = await call(SuccessAnswer, 'POST', '/auth/user/update', { body: { user } })
    // Without a conclusive answer the server's values are read.
    const isInconclusive = !answer.ok && answer.error.category !== 'refused'
    const stored = isInconclusive && isCurrent() ? await fetchPreferences() : undefined
    if (!isCurrent()) return
    if (answer.ok) {
      saved = { ...saved, ...user }
      if (isKeptHere) write(sessionArea(), KEY, JSON.stringify(saved))
    } else if (answer.error.status === 404) {
      unsaved.clear()
      if (isKeptHere) write(sessionArea(), KEY, NONE)
      setUnsupported()
      saved = choices()
      void showNotSaved(answer.error, isCurrent)
    } else {
      if (stored?.ok) saved = withDefaults(stored.value)
      // Values that changed again meanwhile are still unsent.
      const reverted = pick(
        saved,
        names.filter((name) => !unsaved.has(name)),
      )
      setPreferences(reverted)
      if (serialize({ ...user, ...reverted }) !== serialize(user)) void showNotSaved(answer.error, isCurrent)
    }
  }
  sending = false
}

/** JSON with a fixed order of keys, to compare values. */
const serialize = (values: Partial<Choices>) =>
  JSON.stringify(values, [...NAMES, ...Object.keys(ThemeSettings.entries)])

const pick = (from: Choices, names: readonly Name[]): Partial<Choices> =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

function change(next: Partial<Choices>): void {
  if (preferencesStatus.peek() !== 'ready') return
  loads.invalidate()
  setPreferences(next)
  for (const name of NAMES) if (name in next) unsaved.add(name)
  void send()
}

/** Sets the player's shortcuts, navigation item ids in this order; MAX_SHORTCUTS at most. */
export function setShortcuts(ids: readonly string[]): void {
  const shortcuts = [...new Set(ids)]
  if (shortcuts.length > MAX_SHORTCUTS) showFull('shortcuts')
  else change({ shortcuts })
}

/** Adds or removes a favourite machine; MAX_FAVOURITES at most. */
export function toggleFavourite(id: string): void {
  const before = favourites.peek()
  const without = before.filter((favourite) => favourite !== id)
  if (without.length < before.length) change({ favourites: without })
  else if (before.length >= MAX_FAVOURITES) showFull('favourites')
  else change({ favourites: [...before, id] })
}

export function saveTheme(settings: ThemeSettings): void {
  change({ settings })
}
