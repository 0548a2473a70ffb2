import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { closeOnBack } from '../../../ui/close-on-back.ts'
import { autoplayLeft, machine, setAutoplay, stake } from '../play/state.ts'
import type { Celebration } from './grade.ts'
import { endCelebration, type ShownCelebration } from './state.ts'
import { WinAmount, WinTitle } from './WinAmount.tsx'
import css from './WinScreen.module.css'
import { closeScreen, type FreeSpinsRun } from './watch-wins.ts'

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
const MAX_COINS = { win: 16, bonus: 16, rounds: 16, jackpot: COINS.length }

/**
 * The machine's picture stays in the light, and all else goes dark. Closes by a tap anywhere, by any key and
 * by the back gesture, and by itself after `endsAfter`. The player can stop autoplay here.
 */
export function WinScreen({ of, freeSpinsRun }: { of: ShownCelebration; freeSpinsRun: FreeSpinsRun }) {
  const { kind, amount, jackpot, grade, freeSpins, endsAfter } = of
  const screen = useRef<HTMLDivElement>(null)
  // As it was when the screen opened. A jackpot that is reported later is another screen.
  const { isAutoplay, shownAt } = useMemo(
    () => ({ of, isAutoplay: (autoplayLeft.peek() ?? 0) > 0, shownAt: performance.now() }),
    [of],
  )
  const title = useId()
  // A screen reader says the name of the group when the focus moves to the button. announce.ts says the rest,
  // and all of free spins.
  const isNamed = kind === 'win' || kind === 'jackpot'
  const isJoyful = kind === 'bonus' || grade === 'big' || grade === 'huge'
  const close = () => {
    if (performance.now() - shownAt >= ARM_MS) closeScreen(freeSpinsRun)
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
      data-joyful={isJoyful ? '' : undefined}
      onClick={close}
    >
      <span className={css.light} aria-hidden="true" />
      <div className={css.stage}>
        <span className={css.rays} aria-hidden="true" />
        <aside className={css.card} aria-labelledby={isNamed ? title : undefined}>
          <div className={css.words}>
            <WinTitle of={of} id={title} />
            {kind === 'jackpot' && machine.value?.name && (
              <bdi className={css.machine}>{machine.value.name}</bdi>
            )}
            {kind === 'bonus' ? <Bonus of={of} /> : <WinAmount of={of} ms={isJoyful ? COUNT_UP_MS : 0} />}
            {kind === 'rounds' && freeSpins > 0 && (
              <span className={css.part}>{plural('wins.played', freeSpins)}</span>
            )}
            {jackpot > 0 && jackpot < amount && (
              <span className={css.part}>{t('wins.jackpotPart', { amount: money(jackpot) })}</span>
            )}
          </div>
          {endsAfter && (
            <p className={css.hint}>
              {isAutoplay ? t('wins.continues') : kind === 'bonus' && t('wins.starts')}
              <i aria-hidden="true" style={{ '--time': `${endsAfter}ms` }} />
            </p>
          )}
          <div className={css.actions}>
            {isAutoplay && (
              <Button data-stop="" onClick={stopAutoplay}>
                {t('wins.stopAutoplay')}
              </Button>
            )}
            <Button kind="primary">{t(kind === 'bonus' ? 'wins.start' : 'wins.continue')}</Button>
          </div>
        </aside>
      </div>
      <span className={css.coins} aria-hidden="true">
        {COINS.slice(0, isJoyful ? MAX_COINS[kind] : 0).map((coin) => (
          <i key={coin['--across']} style={coin} />
        ))}
      </span>
    </div>
  )
}

/** Free spins that were won, their stake, and what the same spin has paid. */
function Bonus({ of: { freeSpins, amount, grade } }: { of: Celebration }) {
  return (
    <>
      <span data-part="amount" className="figures" style={{ '--chars': 3 }}>
        {count(freeSpins)}
      </span>
      <span className={css.part}>{t('wins.freeAt', { amount: money(stake.value ?? 0) })}</span>
      {amount > 0 && (
        <span className={css.part}>
          {t(grade === 'returned' ? 'game.returnedAmount' : 'game.won', { amount: money(amount) })}
        </span>
      )}
    </>
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
