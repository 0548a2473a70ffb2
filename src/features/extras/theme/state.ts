import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ThemeSettings } from '../../../contract/user.ts'
import { onSessionEnd, session } from '../../../core/session/state.ts'
import { settings } from '../../../core/settings/settings.ts'
import { theme as savedTheme } from '../../preferences/state.ts'

const guestThemeSignal = signal<ThemeSettings | undefined>(undefined)
const localThemeSignal = signal<ThemeSettings | undefined>(undefined)
const menuFoldedSignal = signal<boolean | undefined>(undefined)

/** The look as the operator set it. */
export const defaultTheme: ReadonlySignal<ThemeSettings> = computed(() => ({
  layoutStyle: settings.value.layoutStyle,
  direction: '',
  folded: settings.value.navbarFolded,
  scheme: '',
  animations: true,
  customScrollbars: false,
}))

/** What a player chose and the server does not keep, or not yet. */
export const unsavedTheme: ReadonlySignal<ThemeSettings | undefined> = localThemeSignal

const chosenTheme = computed(() => {
  const own = session.value.status === 'player' ? (localThemeSignal.value ?? savedTheme.value) : undefined
  return own ?? guestThemeSignal.value
})

/** Has somebody chosen how it looks? */
export const hasChosenTheme: ReadonlySignal<boolean> = computed(() => chosenTheme.value !== undefined)

/**
 * The look that is wanted: a player's own, first as it was changed here, then as the server keeps it; else what was
 * chosen on this device by somebody who was not logged in; else the operator's.
 */
export const theme: ReadonlySignal<ThemeSettings> = computed(
  () =>
    chosenTheme.value ?? {
      ...defaultTheme.value,
      folded: menuFoldedSignal.value ?? defaultTheme.value.folded,
    },
)

/** The menu is folded, or not: its own button does that too. */
export function setMenuFolded(folded: boolean): void {
  menuFoldedSignal.value = folded
}

/** Takes what a guest chose on this device. */
export function setGuestTheme(next: ThemeSettings | undefined): void {
  guestThemeSignal.value = next
}

/** Takes what a player chose here alone. */
export function setLocalTheme(next: ThemeSettings | undefined): void {
  localThemeSignal.value = next
}

/** A look with a change. Another layout style brings its own configuration: the menu stands as the operator set it. */
export function withChange(before: ThemeSettings, change: Partial<ThemeSettings>): ThemeSettings {
  const { layoutStyle = before.layoutStyle } = change
  const config = layoutStyle === before.layoutStyle ? {} : { folded: defaultTheme.peek().folded }
  return { ...before, ...config, ...change }
}

onSessionEnd(() => setLocalTheme(undefined))
