import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Preferences, ThemeSettings } from '../../contract/user.ts'
import { onSessionEnd } from '../../core/session/state.ts'

/** What of a player's choices can be changed. */
export interface Choices {
  readonly shortcuts: readonly string[]
  readonly favourites: readonly string[]
  readonly settings: ThemeSettings | undefined
}

/** `none`: the operator's server keeps no such thing, and nothing that would change it is shown. */
type PreferencesStatus = 'unknown' | 'ready' | 'none'

const shortcutsSignal = signal<readonly string[]>([])
const favouritesSignal = signal<readonly string[]>([])
const themeSignal = signal<ThemeSettings | undefined>(undefined)
const statusSignal = signal<PreferencesStatus>('unknown')

/** Ids of navigation items, in the player's order. */
export const shortcuts: ReadonlySignal<readonly string[]> = shortcutsSignal
/** Ids of machines. */
export const favourites: ReadonlySignal<readonly string[]> = favouritesSignal
/** How the app looks for this player; undefined: as the operator set it. */
export const theme: ReadonlySignal<ThemeSettings | undefined> = themeSignal
export const preferencesStatus: ReadonlySignal<PreferencesStatus> = statusSignal

/** All of it as it is now, without subscribing. */
export const choices = (): Choices => ({
  shortcuts: shortcutsSignal.peek(),
  favourites: favouritesSignal.peek(),
  settings: themeSignal.peek(),
})

/** Shows these; what is not among them stays. */
export function setPreferences(next: Partial<Choices>): void {
  batch(() => {
    if (next.shortcuts) shortcutsSignal.value = next.shortcuts
    if (next.favourites) favouritesSignal.value = next.favourites
    if ('settings' in next) themeSignal.value = next.settings
  })
}

/** What a server keeps, with nothing in place of what it does not say. */
export const withDefaults = ({ shortcuts, favourites, settings }: Preferences): Choices => ({
  shortcuts: shortcuts ?? [],
  favourites: favourites ?? [],
  settings: settings ?? undefined,
})

/** Takes what the server keeps. */
export function applyPreferences(answer: Preferences): void {
  batch(() => {
    setPreferences(withDefaults(answer))
    statusSignal.value = 'ready'
  })
}

/** The server has no such call. */
export function setUnsupported(): void {
  batch(() => {
    clearPreferences()
    statusSignal.value = 'none'
  })
}

function clearPreferences(): void {
  batch(() => {
    setPreferences({ shortcuts: [], favourites: [], settings: undefined })
    statusSignal.value = 'unknown'
  })
}

onSessionEnd(clearPreferences)
