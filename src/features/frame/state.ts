import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { LOCALES } from '../../contract/locales.ts'
import type { Settings } from '../../contract/settings.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { read, write } from '../../core/storage/storage.ts'
import { locale } from '../../i18n/index.ts'

export type LayoutStyle = Settings['layoutStyle']
export type Direction = 'ltr' | 'rtl'

/** Kept on this device, whoever comes next; settings.ts reads it as well, before anything is drawn. */
const FOLDED_KEY = 'reelcast.folded'

/** A player's own layout is kept here until they leave, so that the next visit begins with it. */
const LAYOUT_KEY = 'reelcast.layout'

const ownStyle = signal<LayoutStyle | undefined>(keptStyle())
const ownDirection = signal<Direction | ''>('')
const kept = read('local', FOLDED_KEY)
const ownFolded = signal<boolean | undefined>(kept === undefined ? undefined : kept === 'true')

/** How the frame is laid out: as the player chose it (extras), else as the operator set it. */
export const layoutStyle: ReadonlySignal<LayoutStyle> = computed(
  () => ownStyle.value ?? settings.value.layoutStyle,
)
/** Is the navbar at the side a rail? */
export const folded: ReadonlySignal<boolean> = computed(() => ownFolded.value ?? settings.value.navbarFolded)
/** Which way the page runs: the language's, unless the player chose another (extras). */
export const direction: ReadonlySignal<Direction> = computed(
  () => ownDirection.value || LOCALES[locale.value].dir,
)

/** The layout that the page began with, where that is a player's own. */
export function keptStyle(): LayoutStyle | undefined {
  const kept = settings.peek().extras ? read('local', LAYOUT_KEY) : undefined
  return kept === 'layout1' || kept === 'layout2' || kept === 'layout3' ? kept : undefined
}

/** Lays the frame out so for this player; undefined: as the operator set it. */
export function setLayoutStyle(style: LayoutStyle | undefined): void {
  ownStyle.value = style
  write('local', LAYOUT_KEY, style)
}

/** Folds the navbar to its rail, or keeps it wide, from now on. */
export function setFolded(next: boolean): void {
  ownFolded.value = next
  write('local', FOLDED_KEY, String(next))
}

/** Runs the page this way for this player; '': as the language does. */
export function setDirection(next: Direction | ''): void {
  ownDirection.value = next
}

// What is folded belongs to the device; the rest is a player's.
onSessionEnd(() => {
  ownStyle.value = undefined
  ownDirection.value = ''
})
