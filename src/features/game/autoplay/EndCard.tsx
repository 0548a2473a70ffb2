import { computed, effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { CloseIcon } from '../../../ui/close-icon.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import frame from '../picture/PictureCard.module.css'
import { autoplayLeft, link, pending, spinning } from '../play/state.ts'
import { tourStep } from '../tour/state.ts'
import { announce, isCelebrating } from '../wins/state.ts'
import css from './EndCard.module.css'
import { dismissResult, type RunResult, runResult } from './state.ts'

/** Reels that turn, or soon will by themselves, are never covered. Without a connection they are not seen. */
const isTurning = computed(
  () =>
    autoplayLeft.value !== undefined || pending.value === 'spin' || (spinning.value && link.value === 'up'),
)

const shown = computed(() =>
  // The tour, which the player has asked for, takes the strip until it is closed.
  isTurning.value || isCelebrating.value || tourStep.value ? undefined : runResult.value,
)

/** Announces a result when it is shown, and dismisses it when the next spin starts. */
export function startDismissingResult(): Dispose {
  let wasShown = false
  let wasAnnounced = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const announceOnce = (result: RunResult) => {
    wasAnnounced = true
    announce(textOf(result))
  }
  const stop = effect(() => {
    const result = shown.value
    clearTimeout(timer)
    // Other effects of the same state announce its outcome and count its spin.
    if (result && !wasAnnounced) timer = setTimeout(announceOnce, 0, result)
    if (result) wasShown = true
    else if (wasShown && isTurning.value) untracked(dismissResult)
    if (!runResult.value) wasShown = wasAnnounced = false
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

type FigureName = 'spins' | 'won' | 'net'
const figuresOf = ({ spins, won, net }: RunResult): [FigureName, string][] => [
  ['spins', count(spins)],
  ['won', money(won)],
  ['net', money(net, { signDisplay: 'exceptZero' })],
]

const textOf = (result: RunResult) =>
  [
    result.message,
    ...figuresOf(result).map(([name, value]) => `${t(`autoplay.result.${name}`)}: ${value}`),
  ].join('. ')

/** What an autoplay run has brought, in the strip over the game, until it is closed or the next spin. */
export function EndCard() {
  const result = shown.value
  if (!result) return null
  const { message } = result
  return (
    <section className={`${frame.frame} ${css.card}`} data-testid="autoplay-result" aria-label={message}>
      <strong className={css.message}>{message}</strong>
      <dl className={css.figures}>
        {figuresOf(result).map(([name, value]) => (
          <div key={name} data-figure={name}>
            <dt>{t(`autoplay.result.${name}`)}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <TransientButton square kind="quiet" onClick={dismissResult} aria-label={t('autoplay.result.close')}>
        <CloseIcon />
      </TransientButton>
    </section>
  )
}
