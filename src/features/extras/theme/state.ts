import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ThemeSettings } from '../../../contract/user.ts'
import { onSessionEnd, session } from '../../../core/session/state.ts'
import { settings } from '../../../core/settings/settings.ts'
import { theme as savedTheme } from '../../preferences/state.ts'

const guestThemeSignal = signal<ThemeSettings | undefined>(undefined)
const localThemeSignal = signal<ThemeSettings | undefined>(undefined)
const menuFoldedSignal = signal<boolean | undefined>(undefined)

/** The operator's theme. */
export const defaultTheme: ReadonlySignal<ThemeSettings> = computed(() => ({
  layoutStyle: settings.value.layoutStyle,
  direction: '',
  folded: settings.value.navbarFolded,
  scheme: '',
  animations: true,
  customScrollbars: false,
}))

/** The player's theme until it is saved on the server. */
export const unsavedTheme: ReadonlySignal<ThemeSettings | undefined> = localThemeSignal

const chosenTheme = computed(() => {
  const playerTheme =
    session.value.status === 'player' ? (localThemeSignal.value ?? savedTheme.value) : undefined
  return playerTheme ?? guestThemeSignal.value
})

/** Whether a player or guest has chosen a theme. */
export const hasChosenTheme: ReadonlySignal<boolean> = computed(() => chosenTheme.value !== undefined)

/**
 * The effective theme: the player's (unsaved or saved), else the guest's of this device, else the operator's.
 */
export const theme: ReadonlySignal<ThemeSettings> = computed(
  () =>
    chosenTheme.value ?? {
      ...defaultTheme.value,
      folded: menuFoldedSignal.value ?? defaultTheme.value.folded,
    },
)

export function setMenuFolded(folded: boolean): void {
  menuFoldedSignal.value = folded
}

export function setGuestTheme(next: ThemeSettings | undefined): void {
  guestThemeSignal.value = next
}

export function setLocalTheme(next: ThemeSettings | undefined): void {
  localThemeSignal.value = next
}

/** Applies a change. A change of the layout resets the folded menu to the operator's setting. */
export function withChange(before: ThemeSettings, change: Partial<ThemeSettings>): ThemeSettings {
  const { layoutStyle = before.layoutStyle } = change
  const config = layoutStyle === before.layoutStyle ? {} : { folded: defaultTheme.peek().folded }
  return { ...before, ...config, ...change }
}

onSessionEnd(() => setLocalTheme(undefined))
