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
type PreferencesAre = 'unknown' | 'ready' | 'none'

const shortcutIds = signal<readonly string[]>([])
const favouriteIds = signal<readonly string[]>([])
const kept = signal<ThemeSettings | undefined>(undefined)
const are = signal<PreferencesAre>('unknown')

/** Ids of navigation items, in the player's order. */
export const shortcuts: ReadonlySignal<readonly string[]> = shortcutIds
/** Ids of machines. */
export const favourites: ReadonlySignal<readonly string[]> = favouriteIds
/** How the app looks for this player; undefined: as the operator set it. */
export const theme: ReadonlySignal<ThemeSettings | undefined> = kept
export const preferencesAre: ReadonlySignal<PreferencesAre> = are

/** All of it as it is now, without subscribing. */
export const choices = (): Choices => ({
  shortcuts: shortcutIds.peek(),
  favourites: favouriteIds.peek(),
  settings: kept.peek(),
})

/** Shows these; what is not among them stays. */
export function choose(next: Partial<Choices>): void {
  batch(() => {
    if (next.shortcuts) shortcutIds.value = next.shortcuts
    if (next.favourites) favouriteIds.value = next.favourites
    if ('settings' in next) kept.value = next.settings
  })
}

/** What a server keeps, with nothing in place of what it does not say. */
export const whole = ({ shortcuts, favourites, settings }: Preferences): Choices => ({
  shortcuts: shortcuts ?? [],
  favourites: favourites ?? [],
  settings: settings ?? undefined,
})

/** Takes what the server keeps. */
export function takePreferences(answer: Preferences): void {
  batch(() => {
    choose(whole(answer))
    are.value = 'ready'
  })
}

/** The server has no such call. */
export function noPreferences(): void {
  batch(() => {
    forget()
    are.value = 'none'
  })
}

function forget(): void {
  batch(() => {
    choose({ shortcuts: [], favourites: [], settings: undefined })
    are.value = 'unknown'
  })
}

onSessionEnd(forget)
