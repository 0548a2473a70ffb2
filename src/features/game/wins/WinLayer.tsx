import { useEffect } from 'react'
import { celebration } from './state.ts'
import { WinAmount, WinTitle } from './WinAmount.tsx'
import { WinScreen } from './WinScreen.tsx'
import css from './Wins.module.css'
import { startWins } from './watch-wins.ts'

/** Celebrates wins while the game is open. The largest take the whole screen. */
export function WinLayer() {
  useEffect(startWins, [])
  const won = celebration.value
  if (won?.grade !== 'huge') return null
  return <WinScreen of={won} key={won.spinId} />
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
