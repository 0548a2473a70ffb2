import { effect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { toggleMute } from '../../../core/audio/sound.ts'
import { toggleFullScreen } from '../../../ui/full-screen.ts'
import { LazyDialog } from '../../../ui/LazyDialog.tsx'
import { lazy } from '../../../ui/lazy.tsx'
import { addKeyHandler, setKeyBindings, startKeys } from './handle-keys.ts'
import { helpOpen, keyBindings, setHelpOpen } from './key-bindings.ts'

const help = lazy(() => import('./Help.tsx').then((module) => module.Help))
const closeHelp = () => setHelpOpen(false)

/** Runs the key bindings while the game is open, and shows their list on request. */
export function KeysLayer() {
  // Before the tools that come with it are visible: a key pressed at once counts.
  useLayoutEffect(() => {
    const stops = [
      effect(() => setKeyBindings(keyBindings.value)),
      startKeys(),
      addKeyHandler('mute', toggleMute),
      addKeyHandler('fullscreen', toggleFullScreen),
      addKeyHandler('help', () => setHelpOpen(true)),
    ]
    return () => {
      for (const stop of stops) stop()
      closeHelp()
    }
  }, [])
  return <LazyDialog part={help} props={{}} open={helpOpen.value} onFailed={closeHelp} />
}
