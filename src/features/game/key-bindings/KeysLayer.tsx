import { effect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { disposeAll } from '../../../contract/result.ts'
import { toggleMute } from '../../../core/audio/sound.ts'
import { toggleFullScreen } from '../../../ui/full-screen.ts'
import { Help } from './Help.tsx'
import { addKeyHandler, setKeyBindings, startKeys } from './handle-keys.ts'
import { helpOpen, keyBindings, setHelpOpen } from './state.ts'

/** Runs the key bindings while the game is open, and shows their list on request. */
export function KeysLayer() {
  // Before the tools that come with it are visible: a key pressed at once counts.
  useLayoutEffect(() => {
    return disposeAll([
      effect(() => setKeyBindings(keyBindings.value)),
      startKeys(),
      addKeyHandler('mute', toggleMute),
      addKeyHandler('fullscreen', toggleFullScreen),
      addKeyHandler('help', () => setHelpOpen(true)),
      () => setHelpOpen(false),
    ])
  }, [])
  return helpOpen.value ? <Help /> : null
}
