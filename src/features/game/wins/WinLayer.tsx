import { useSignal } from '@preact/signals-react'
import { type CSSProperties, useEffect } from 'react'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { useCountUp } from '../../../ui/count-up.ts'
import { autoplayLeft } from '../play/state.ts'
import type { Celebration } from './grade.ts'
import { celebration, endCelebration } from './state.ts'
import css from './Wins.module.css'
import { AUTOPLAY_CLOSE_MS, startWins } from './watch-wins.ts'

/** A tap or key that was meant for the controls does not close the screen unseen. */
export const ARM_MS = 500

/** Celebrates wins while the game is open. The largest take the whole screen. */
export function WinLayer() {
  useEffect(startWins, [])
  const won = celebration.value
  return won?.grade === 'huge' ? <WinScreen of={won} key={won.spinId} /> : null
}

/** Over the picture's lower third. It takes no touch; the meter announces the win. */
export function WinBanner() {
  const won = celebration.value
  if (won?.grade !== 'big') return null
  return (
    <div className={css.banner} data-testid="win-banner" data-win="big" aria-hidden="true" key={won.spinId}>
      <Title of={won} />
      <Amount of={won} />
    </div>
  )
}

/** Closes by a tap anywhere and by any key; during autoplay also by itself. */
function WinScreen({ of }: { of: Celebration }) {
  // As it was when the screen opened: its time has been set by it.
  const isAutomatic = useSignal(autoplayLeft.peek() !== undefined).value
  const shownAt = useSignal(performance.now()).value
  const close = () => {
    if (performance.now() - shownAt >= ARM_MS) endCelebration()
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      // Also the button below, which has the focus, must not be pressed by it.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!event.repeat) close()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  })
  return (
    <button
      type="button"
      className={css.screen}
      data-testid="win-screen"
      data-win="huge"
      data-kind={of.kind}
      tabIndex={-1}
      // The focus stays on the control that had it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={close}
    >
      <span className={css.rays} aria-hidden="true" />
      <span className={css.card} role="status">
        <Title of={of} />
        <Amount of={of} />
      </span>
      <span className={css.hint}>
        {t(isAutomatic ? 'wins.continues' : 'wins.close')}
        {isAutomatic && (
          <i
            className={css.time}
            aria-hidden="true"
            style={{ '--time': `${AUTOPLAY_CLOSE_MS}ms` } as CSSProperties}
          />
        )}
      </span>
    </button>
  )
}

function Title({ of: { kind, grade } }: { of: Celebration }) {
  return <span className={css.title}>{t(`wins.${kind === 'win' ? grade : kind}`)}</span>
}

/** The amount counts up from zero, in the room of its end. */
function Amount({ of: { amount, stakes } }: { of: Celebration }) {
  const target = useSignal(0)
  const counted = useCountUp(target)
  useEffect(() => {
    target.value = amount
  }, [target, amount])
  const text = money(amount)
  return (
    <>
      <span className={css.amount} style={{ '--chars': text.length } as CSSProperties}>
        <span className="figures" aria-hidden="true">
          {money(counted.value)}
        </span>
        <span className="quiet-text">{text}</span>
      </span>
      {stakes > 0 && <span className={css.times}>{t('wins.times', { count: count(stakes) })}</span>}
    </>
  )
}
