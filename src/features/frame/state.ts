import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { LOCALES } from '../../contract/locales.ts'
import type { Settings } from '../../contract/settings.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { deviceSignal } from '../../core/storage/device-signal.ts'
import { read, write } from '../../core/storage/storage.ts'
import { locale } from '../../i18n/index.ts'

export type LayoutStyle = Settings['layoutStyle']
export type Direction = 'ltr' | 'rtl'

/** Scope: device. core/settings reads both keys before the first paint. */
const FOLDED_KEY = 'reelcast.folded'

/** Scope: player. */
const LAYOUT_KEY = 'reelcast.layout'

const layoutStyleSignal = signal<LayoutStyle | undefined>(storedLayoutStyle())
const directionSignal = signal<Direction | ''>('')
const foldedSignal = deviceSignal(FOLDED_KEY, (stored) =>
  stored === undefined ? undefined : stored === 'true',
)

/** The player's layout (extras), else the operator's. */
export const layoutStyle: ReadonlySignal<LayoutStyle> = computed(
  () => layoutStyleSignal.value ?? settings.value.layoutStyle,
)
/** Whether the side navbar is folded to a rail. */
export const folded: ReadonlySignal<boolean> = computed(
  () => foldedSignal.value ?? settings.value.navbarFolded,
)
/** The page's direction: the player's (extras), else the language's. */
export const direction: ReadonlySignal<Direction> = computed(
  () => directionSignal.value || LOCALES[locale.value].dir,
)

/** The layout that the player has stored (extras), if any. */
export function storedLayoutStyle(): LayoutStyle | undefined {
  const stored = settings.peek().extras ? read('local', LAYOUT_KEY) : undefined
  return stored === 'layout1' || stored === 'layout2' || stored === 'layout3' ? stored : undefined
}

/** Sets the player's layout; undefined: the operator's. */
export function setLayoutStyle(style: LayoutStyle | undefined): void {
  layoutStyleSignal.value = style
  write('local', LAYOUT_KEY, style)
}

export function setFolded(next: boolean): void {
  foldedSignal.value = next
  write('local', FOLDED_KEY, String(next))
}

/** Sets the player's direction; '': the language's. */
export function setDirection(next: Direction | ''): void {
  directionSignal.value = next
}

// `folded` is a setting of the device, so it stays.
onSessionEnd(() => {
  layoutStyleSignal.value = undefined
  directionSignal.value = ''
})
