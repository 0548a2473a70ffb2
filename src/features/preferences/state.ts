import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Preferences, ThemeSettings } from '../../contract/user.ts'
import { onSessionEnd } from '../../core/session/state.ts'

export interface Choices {
  readonly shortcuts: readonly string[]
  readonly favourites: readonly string[]
  readonly settings: ThemeSettings | undefined
}

/** `none`: the server stores no preferences, and the controls for them are hidden. */
type PreferencesStatus = 'unknown' | 'ready' | 'none'

const shortcutsSignal = signal<readonly string[]>([])
const favouritesSignal = signal<readonly string[]>([])
const themeSignal = signal<ThemeSettings | undefined>(undefined)
const statusSignal = signal<PreferencesStatus>('unknown')

/** Navigation item ids, in the player's order. */
export const shortcuts: ReadonlySignal<readonly string[]> = shortcutsSignal
/** Machine ids. */
export const favourites: ReadonlySignal<readonly string[]> = favouritesSignal
/** undefined: the operator's theme. */
export const theme: ReadonlySignal<ThemeSettings | undefined> = themeSignal
export const preferencesStatus: ReadonlySignal<PreferencesStatus> = statusSignal

/** The current values, without subscribing. */
export const choices = (): Choices => ({
  shortcuts: shortcutsSignal.peek(),
  favourites: favouritesSignal.peek(),
  settings: themeSignal.peek(),
})

/** Sets the given values; the others stay. */
export function setPreferences(next: Partial<Choices>): void {
  batch(() => {
    if (next.shortcuts) shortcutsSignal.value = next.shortcuts
    if (next.favourites) favouritesSignal.value = next.favourites
    if ('settings' in next) themeSignal.value = next.settings
  })
}

export const withDefaults = ({ shortcuts, favourites, settings }: Preferences): Choices => ({
  shortcuts: shortcuts ?? [],
  favourites: favourites ?? [],
  settings: settings ?? undefined,
})

export function applyPreferences(answer: Preferences): void {
  batch(() => {
    setPreferences(withDefaults(answer))
    statusSignal.value = 'ready'
  })
}

/** The server does not have the call. */
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
