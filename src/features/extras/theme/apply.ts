import { effect, untracked } from '@preact/signals-react'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { applyColors } from '../../../ui/apply-colors.ts'
import { folded, keptStyle, setDirection, setFolded, setLayoutStyle } from '../../frame/state.ts'
import { preferencesStatus } from '../../preferences/state.ts'
import { toggles } from '../quick-panel/state.ts'
import { playerId } from '../visibility.ts'
import { changeTheme, saveUnsavedTheme } from './actions.ts'
import { parseScheme } from './schemes.ts'
import { hasChosenTheme, setGuestTheme, setLocalTheme, setMenuFolded, theme, unsavedTheme } from './state.ts'
import { storedTheme } from './storage.ts'

const html = document.documentElement

/** Says something of the page to its style sheets, or takes it back. */
function setPageAttribute(name: 'scheme' | 'animations' | 'scrollbars', value: string): void {
  if (value) html.dataset[name] = value
  else delete html.dataset[name]
}

/** A colour scheme in place of the operator's colours, or these. */
function applyScheme(name: string): void {
  const scheme = parseScheme(name)
  setPageAttribute('scheme', scheme)
  const { accentColor, backgroundColor } = operatorSettings.value
  applyColors(scheme ? { accent: '', background: '' } : { accent: accentColor, background: backgroundColor })
}

/**
 * Keeps the page looking as it is wanted to, takes up what was kept on this device, and saves what could not be
 * saved before. A menu that is folded by its own button is part of the look. Gives a way to stop.
 */
export function startThemeSync(): () => void {
  setGuestTheme(storedTheme('guest'))
  let wantsFolded: boolean | undefined
  const stops = [
    effect(() => {
      wantsFolded = undefined
      if (playerId.value !== undefined) setLocalTheme(storedTheme('player'))
    }),
    effect(() => applyScheme(theme.value.scheme)),
    effect(() => {
      // Whoever leaves takes their own along.
      const { layoutStyle, direction, animations, customScrollbars } = theme.value
      const chosen = hasChosenTheme.value
      // What they keep on the server is not here yet: the page stands as it began, so that nothing moves twice.
      const awaited =
        playerId.value !== undefined &&
        unsavedTheme.value === undefined &&
        preferencesStatus.value === 'unknown'
      untracked(() => {
        if (!awaited || !keptStyle()) setLayoutStyle(chosen ? layoutStyle : undefined)
        setDirection(direction)
      })
      setPageAttribute('animations', animations ? '' : 'off')
      setPageAttribute('scrollbars', customScrollbars ? 'custom' : '')
    }),
    effect(() => {
      const next = hasChosenTheme.value ? theme.value.folded : undefined
      if (next === wantsFolded) return
      wantsFolded = next
      if (next !== undefined && next !== folded.peek()) untracked(() => setFolded(next))
    }),
    effect(() => {
      const now = folded.value
      untracked(() => {
        setMenuFolded(now)
        if (hasChosenTheme.value && wantsFolded !== undefined && theme.value.folded !== now)
          changeTheme({ folded: now })
      })
    }),
    effect(() => {
      if (preferencesStatus.value === 'ready' && toggles.value.cloudSync) untracked(saveUnsavedTheme)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
