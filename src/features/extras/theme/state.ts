import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ThemeSettings } from '../../../contract/user.ts'
import { onSessionEnd, session } from '../../../core/session/state.ts'
import { settings } from '../../../core/settings/settings.ts'
import { theme } from '../../preferences/state.ts'

const guests = signal<ThemeSettings | undefined>(undefined)
const here = signal<ThemeSettings | undefined>(undefined)
const stands = signal<boolean | undefined>(undefined)

/** The look as the operator set it. */
export const standard: ReadonlySignal<ThemeSettings> = computed(() => ({
  layoutStyle: settings.value.layoutStyle,
  direction: '',
  folded: settings.value.navbarFolded,
  scheme: '',
  animations: true,
  customScrollbars: false,
}))

/** What a player chose and the server does not keep, or not yet. */
export const unkept: ReadonlySignal<ThemeSettings | undefined> = here

const chosen = computed(() => {
  const own = session.value.status === 'player' ? (here.value ?? theme.value) : undefined
  return own ?? guests.value
})

/** Has somebody chosen how it looks? */
export const isOwn: ReadonlySignal<boolean> = computed(() => chosen.value !== undefined)

/**
 * The look that is wanted: a player's own, first as it was changed here, then as the server keeps it; else what was
 * chosen on this device by somebody who was not logged in; else the operator's.
 */
export const look: ReadonlySignal<ThemeSettings> = computed(
  () => chosen.value ?? { ...standard.value, folded: stands.value ?? standard.value.folded },
)

/** The menu is folded, or not: its own button does that too. */
export function menuFolded(folded: boolean): void {
  stands.value = folded
}

/** Takes what a guest chose on this device. */
export function guestsLook(next: ThemeSettings | undefined): void {
  guests.value = next
}

/** Takes what a player chose here alone. */
export function ownLook(next: ThemeSettings | undefined): void {
  here.value = next
}

/** A look with a change. Another layout style brings its own configuration: the menu stands as the operator set it. */
export function changed(before: ThemeSettings, change: Partial<ThemeSettings>): ThemeSettings {
  const { layoutStyle = before.layoutStyle } = change
  const config = layoutStyle === before.layoutStyle ? {} : { folded: standard.peek().folded }
  return { ...before, ...config, ...change }
}

onSessionEnd(() => ownLook(undefined))
