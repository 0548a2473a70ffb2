import { useEffect } from 'react'
import { startAnnouncing } from './announce.ts'
import { isScreen } from './grade.ts'
import { celebration } from './state.ts'
import { WinAmount, WinTitle } from './WinAmount.tsx'
import { WinScreen } from './WinScreen.tsx'
import css from './Wins.module.css'
import { type FreeSpinsRun, startWins } from './watch-wins.ts'

/**
 * Celebrates wins and announces outcomes while the game is open. The largest, and free spins, take the whole
 * screen.
 */
export function WinLayer({ freeSpinsRun }: { freeSpinsRun: FreeSpinsRun }) {
  useEffect(startAnnouncing, [])
  useEffect(() => startWins(freeSpinsRun), [freeSpinsRun])
  const won = celebration.value
  if (!won || !isScreen(won)) return null
  return <WinScreen of={won} freeSpinsRun={freeSpinsRun} key={won.spinId} />
}

/** In the strip over the game. It takes no touch; the win is announced (announce.ts). */
export function WinBanner() {
  const won = celebration.value
  if (!won || isScreen(won)) return null
  return (
    <div className={css.banner} data-testid="win-banner" data-win="big" aria-hidden="true" key={won.spinId}>
      <WinTitle of={won} />
      <WinAmount of={won} />
    </div>
  )
}
