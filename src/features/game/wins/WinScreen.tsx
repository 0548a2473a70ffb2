import { useSignal } from '@preact/signals-react'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { closeOnBack } from '../../../ui/close-on-back.ts'
import { autoplayLeft, machine, setAutoplay } from '../play/state.ts'
import type { Celebration } from './grade.ts'
import { endCelebration } from './state.ts'
import { WinAmount, WinTitle } from './WinAmount.tsx'
import css from './WinScreen.module.css'
import { AUTOPLAY_CLOSE_MS } from './watch-wins.ts'

/** A tap or key that was meant for the controls does not close the screen unseen. */
export const ARM_MS = 500

const COUNT_UP_MS = 1600
/** Spread over the width and the time, the same at each win. */
const COINS = Array.from({ length: 34 }, (_, at) => ({
  '--across': `${(at * 37 + 7) % 100}%`,
  '--size': 0.6 + ((at * 7) % 9) / 10,
  '--fall': `${2600 + ((at * 530) % 1900)}ms`,
  '--wait': `${(at * 290) % 2700}ms`,
}))
const MAX_COINS = { win: 16, rounds: 16, jackpot: COINS.length }

/**
 * The machine's picture stays in the light, and all else goes dark. Closes by a tap anywhere, by any key and
 * by the back gesture; during autoplay also by itself, unless the player stops the run here.
 */
export function WinScreen({ of }: { of: Celebration }) {
  const { kind, amount, jackpot } = of
  const screen = useRef<HTMLDivElement>(null)
  // As it was when the screen opened: its time has been set by it.
  const isAutomatic = useSignal(autoplayLeft.peek() !== undefined).value
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jackpot that is reported later is another screen
  const shownAt = useMemo(() => performance.now(), [of])
  const close = () => {
    if (performance.now() - shownAt >= ARM_MS) endCelebration()
  }
  const stopAutoplay = () => {
    setAutoplay(undefined)
    endCelebration()
  }
  useLayoutEffect(() => (screen.current ? followPicture(screen.current) : undefined), [])
  useLayoutEffect(() => (screen.current ? coverGame(screen.current) : undefined), [])
  useEffect(() => closeOnBack(endCelebration), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return
      event.stopImmediatePropagation()
      const isOnStop = event.target instanceof Element && event.target.closest('[data-stop]')
      if (isOnStop && [' ', 'Enter'].includes(event.key)) return
      // Neither the button that has the focus nor the one below it must be pressed by it.
      event.preventDefault()
      if (!event.repeat) close()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  })
  return (
    // biome-ignore lint/a11y: a touch anywhere; keyboards have every key
    <div
      ref={screen}
      className={css.screen}
      data-testid="win-screen"
      data-win="huge"
      data-kind={kind}
      onClick={close}
    >
      <span className={css.light} aria-hidden="true" />
      <div className={css.stage}>
        <span className={css.rays} aria-hidden="true" />
        <div className={css.card}>
          <div className={css.words} role="status">
            <WinTitle of={of} />
            {kind === 'jackpot' && machine.value?.name && (
              <bdi className={css.machine}>{machine.value.name}</bdi>
            )}
            <WinAmount of={of} ms={COUNT_UP_MS} />
            {jackpot > 0 && jackpot < amount && (
              <span className={css.part}>{t('wins.jackpotPart', { amount: money(jackpot) })}</span>
            )}
          </div>
          {isAutomatic && (
            <p className={css.hint}>
              {t('wins.continues')}
              <i aria-hidden="true" style={{ '--time': `${AUTOPLAY_CLOSE_MS}ms` }} />
            </p>
          )}
          <div className={css.actions}>
            {isAutomatic && (
              <Button data-stop="" onClick={stopAutoplay}>
                {t('wins.stopAutoplay')}
              </Button>
            )}
            <Button kind="primary">{t('wins.continue')}</Button>
          </div>
        </div>
      </div>
      <span className={css.coins} aria-hidden="true">
        {COINS.slice(0, MAX_COINS[kind]).map((coin) => (
          <i key={coin['--across']} style={coin} />
        ))}
      </span>
    </div>
  )
}

/** Sets where the picture lies, in the game's own pixels: the game may be turned. */
function followPicture(screen: HTMLElement) {
  const picture = document.querySelector<HTMLElement>('[data-at=picture]')
  if (!picture) return undefined
  const watcher = new ResizeObserver(() => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = picture
    const set = (name: string, value: number) => screen.style.setProperty(name, `${value}px`)
    set('--left', offsetLeft)
    set('--above', offsetTop)
    set('--wide', offsetWidth)
    set('--high', offsetHeight)
  })
  watcher.observe(picture)
  return () => watcher.disconnect()
}

/** What lies below takes neither focus nor touch. The focus is on the last button, and goes back. */
function coverGame(screen: HTMLElement) {
  const game = document.querySelector('main')
  const wasInert = game?.inert
  const before = document.activeElement
  screen.querySelector<HTMLElement>('[data-kind=primary]')?.focus({ preventScroll: true })
  if (game) game.inert = true
  return () => {
    if (game) game.inert = wasInert ?? false
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
