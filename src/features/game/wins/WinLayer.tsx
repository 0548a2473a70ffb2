import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { LazyPart, lazy } from '../../../ui/lazy.tsx'
import { celebration, dueCelebration, endCelebration } from './state.ts'
import { WinAmount, WinTitle } from './WinAmount.tsx'
import css from './Wins.module.css'
import { startWins } from './watch-wins.ts'

export const winScreen = lazy(() => import('./WinScreen.tsx').then((module) => module.WinScreen))

/** Autoplay must not wait for a screen that cannot be shown. */
function MissingScreen() {
  useEffect(endCelebration, [])
  return null
}
const fallback = (isMissing: boolean) => (isMissing ? <MissingScreen /> : null)

/** Celebrates wins while the game is open. The largest take the whole screen. */
export function WinLayer() {
  useEffect(startWins, [])
  // It loads while the picture still shows the end of the spin.
  useEffect(
    () =>
      effect(() => {
        if (dueCelebration.value?.grade === 'huge') void winScreen.preload()
      }),
    [],
  )
  const won = celebration.value
  if (won?.grade !== 'huge') return null
  return <LazyPart part={winScreen} props={{ of: won }} fallback={fallback} key={won.spinId} />
}

/** Beside the picture. It takes no touch; the meter announces the win. */
export function WinBanner() {
  const won = celebration.value
  if (won?.grade !== 'big') return null
  return (
    <div
      className={css.banner}
      data-testid="win-banner"
      data-win="big"
      data-beside=""
      aria-hidden="true"
      key={won.spinId}
    >
      <WinTitle of={won} />
      <WinAmount of={won} />
    </div>
  )
}
