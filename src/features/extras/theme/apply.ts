import { effect, untracked } from '@preact/signals-react'
import { type Dispose, disposeAll } from '../../../contract/result.ts'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { onDeviceReset } from '../../../core/storage/device-signal.ts'
import { applyColors } from '../../../ui/apply-colors.ts'
import { folded, setDirection, setFolded, setLayoutStyle, storedLayoutStyle } from '../../frame/state.ts'
import { preferencesStatus } from '../../preferences/state.ts'
import { toggles } from '../quick-panel/state.ts'
import { playerId } from '../visibility.ts'
import { changeTheme, saveUnsavedTheme } from './actions.ts'
import { hasChosenTheme, setGuestTheme, setLocalTheme, setMenuFolded, theme, unsavedTheme } from './state.ts'
import { storedTheme } from './storage.ts'
import './schemes.css'

/** The colour schemes of schemes.css; '': the operator's colours. */
export const SCHEMES = ['', 'night', 'felt', 'ruby', 'violet', 'contrast', 'day'] as const
export type Scheme = (typeof SCHEMES)[number]

/** The scheme with that name; '' for an unknown one. */
export function parseScheme(name: string): Scheme {
  return SCHEMES.find((scheme) => scheme === name) ?? ''
}

const html = document.documentElement

/** Sets or clears a `data-*` attribute on `<html>`. */
function setPageAttribute(name: 'scheme' | 'animations' | 'scrollbars', value: string): void {
  if (value) html.dataset[name] = value
  else delete html.dataset[name]
}

/** Applies a colour scheme, or the operator's colours without one. */
function applyScheme(name: string): void {
  const scheme = parseScheme(name)
  setPageAttribute('scheme', scheme)
  const { accentColor, backgroundColor } = operatorSettings.value
  applyColors(scheme ? { accent: '', background: '' } : { accent: accentColor, background: backgroundColor })
}

/**
 * Applies the theme to the page, restores the theme that is stored on this device, and saves a local theme on
 * the server as soon as possible. Folding the menu with its own button changes the theme.
 */
export function startThemeSync(): Dispose {
  const loadGuestTheme = () => setGuestTheme(storedTheme('guest'))
  loadGuestTheme()
  let themeFolded: boolean | undefined
  return disposeAll([
    onDeviceReset(loadGuestTheme),
    effect(() => {
      themeFolded = undefined
      if (playerId.value !== undefined) setLocalTheme(storedTheme('player'))
    }),
    effect(() => applyScheme(theme.value.scheme)),
    effect(() => {
      const { layoutStyle, direction, animations, customScrollbars } = theme.value
      const chosen = hasChosenTheme.value
      // The layout stays as it is until the preferences have loaded, so that it moves only once.
      const isPending =
        playerId.value !== undefined &&
        unsavedTheme.value === undefined &&
        preferencesStatus.value === 'unknown'
      untracked(() => {
        if (!isPending || !storedLayoutStyle()) setLayoutStyle(chosen ? layoutStyle : undefined)
        setDirection(direction)
      })
      setPageAttribute('animations', animations ? '' : 'off')
      setPageAttribute('scrollbars', customScrollbars ? 'custom' : '')
    }),
    effect(() => {
      const next = hasChosenTheme.value ? theme.value.folded : undefined
      if (next === themeFolded) return
      themeFolded = next
      if (next !== undefined && next !== folded.peek()) untracked(() => setFolded(next))
    }),
    effect(() => {
      const isFolded = folded.value
      untracked(() => {
        setMenuFolded(isFolded)
        if (hasChosenTheme.value && themeFolded !== undefined && theme.value.folded !== isFolded)
          changeTheme({ folded: isFolded })
      })
    }),
    effect(() => {
      if (preferencesStatus.value === 'ready' && toggles.value.cloudSync) untracked(saveUnsavedTheme)
    }),
  ])
}
