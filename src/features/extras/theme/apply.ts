import { effect, untracked } from '@preact/signals-react'
import { more } from '../../../core/settings/operator.ts'
import { applyColors } from '../../../ui/apply-colors.ts'
import { folded, keptStyle, setDirection, setFolded, setLayoutStyle } from '../../frame/state.ts'
import { preferencesAre } from '../../preferences/state.ts'
import { toggles } from '../quick-panel/state.ts'
import { playerId } from '../visibility.ts'
import { changeLook, saveLook } from './actions.ts'
import { schemeOf } from './schemes.ts'
import { guestsLook, isOwn, look, menuFolded, ownLook, unkept } from './state.ts'
import { storedLook } from './storage.ts'

const html = document.documentElement

/** Says something of the page to its style sheets, or takes it back. */
function say(name: 'scheme' | 'animations' | 'scrollbars', value: string): void {
  if (value) html.dataset[name] = value
  else delete html.dataset[name]
}

/** A colour scheme in place of the operator's colours, or these. */
function colour(name: string): void {
  const scheme = schemeOf(name)
  say('scheme', scheme)
  const { accentColor, backgroundColor } = more.value
  applyColors(scheme ? { accent: '', background: '' } : { accent: accentColor, background: backgroundColor })
}

/**
 * Keeps the page looking as it is wanted to, takes up what was kept on this device, and saves what could not be
 * saved before. A menu that is folded by its own button is part of the look. Gives a way to stop.
 */
export function keepLook(): () => void {
  guestsLook(storedLook('guest'))
  let wantsFolded: boolean | undefined
  const stops = [
    effect(() => {
      wantsFolded = undefined
      if (playerId.value !== undefined) ownLook(storedLook('player'))
    }),
    effect(() => colour(look.value.scheme)),
    effect(() => {
      // Whoever leaves takes their own along.
      const { layoutStyle, direction, animations, customScrollbars } = look.value
      const chosen = isOwn.value
      // What they keep on the server is not here yet: the page stands as it began, so that nothing moves twice.
      const awaited =
        playerId.value !== undefined && unkept.value === undefined && preferencesAre.value === 'unknown'
      untracked(() => {
        if (!awaited || !keptStyle()) setLayoutStyle(chosen ? layoutStyle : undefined)
        setDirection(direction)
      })
      say('animations', animations ? '' : 'off')
      say('scrollbars', customScrollbars ? 'custom' : '')
    }),
    effect(() => {
      const next = isOwn.value ? look.value.folded : undefined
      if (next === wantsFolded) return
      wantsFolded = next
      if (next !== undefined && next !== folded.peek()) untracked(() => setFolded(next))
    }),
    effect(() => {
      const now = folded.value
      untracked(() => {
        menuFolded(now)
        if (isOwn.value && wantsFolded !== undefined && look.value.folded !== now) changeLook({ folded: now })
      })
    }),
    effect(() => {
      if (preferencesAre.value === 'ready' && toggles.value.cloudSync) untracked(saveLook)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
