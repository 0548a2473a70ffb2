import { effect, signal } from '@preact/signals-react'
import { type ComponentType, useEffect } from 'react'
import texts from '../../../../locales/tr.json?groups=keys'
import { toggleMute } from '../../../core/audio/sound.ts'
import { addTexts, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { addGamePart } from '../slots.ts'
import { keysInForce } from './key-bindings.ts'
import { mapKeys, onKey, playByKeys } from './keys.ts'
import { helpShown, showHelp } from './state.ts'

addTexts('tr', texts)

const help = signal<ComponentType | undefined>()

function fetchHelp(): void {
  import('./Help.tsx').then(
    ({ Help }) => {
      help.value = Help
    },
    () => {
      showHelp(false)
      toast(t('app.chunkFailed'), { kind: 'danger', id: 'chunk' })
    },
  )
}

function toggleFullScreen(): void {
  const root = document.documentElement
  if (!document.fullscreenEnabled) return
  ;(document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {})
}

/** Puts the keys in force while a machine is played, and draws the list of them when it is asked for. */
function KeysLayer() {
  useEffect(() => {
    const stops = [
      effect(() => mapKeys(keysInForce.value)),
      playByKeys(),
      effect(() => {
        if (helpShown.value && !help.peek()) fetchHelp()
      }),
      onKey('mute', toggleMute),
      onKey('fullscreen', toggleFullScreen),
      onKey('help', () => showHelp(true)),
    ]
    return () => {
      for (const stop of stops) stop()
      showHelp(false)
    }
  }, [])
  const Help = help.value
  return helpShown.value && Help ? <Help /> : null
}

export function showKeys(): void {
  addGamePart('over', KeysLayer)
}
