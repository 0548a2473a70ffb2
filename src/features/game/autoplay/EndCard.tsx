import { computed, effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { CloseIcon } from '../../../ui/close-icon.tsx'
import frame from '../picture/PictureCard.module.css'
import { autoplayLeft, link, pending, spinning } from '../play/state.ts'
import { tourStep } from '../tour/state.ts'
import { isCelebrating } from '../wins/state.ts'
import css from './EndCard.module.css'
import { dismissResult, runResult } from './state.ts'

/** Reels that turn, or soon will by themselves, are never covered. Without a connection they are not seen. */
const isTurning = computed(
  () =>
    autoplayLeft.value !== undefined || pending.value === 'spin' || (spinning.value && link.value === 'up'),
)

const shown = computed(() =>
  // The tour, which the player has asked for, takes the strip until it is closed.
  isTurning.value || isCelebrating.value || tourStep.value ? undefined : runResult.value,
)

/** Dismisses a result that has been shown when the next spin starts. */
export function startDismissingResult(): Dispose {
  let wasShown = false
  return effect(() => {
    if (shown.value) wasShown = true
    else if (wasShown && isTurning.value) untracked(dismissResult)
    if (!runResult.value) wasShown = false
  })
}

/** What an autoplay run has brought, in the strip over the game, until it is closed or the next spin. */
export function EndCard() {
  const result = shown.value
  if (!result) return null
  const { message, spins, won, net } = result
  return (
    <section className={`${frame.frame} ${css.card}`} data-testid="autoplay-result" aria-label={message}>
      <strong className={css.message}>{message}</strong>
      <dl className={css.figures}>
        <Figure name="spins" value={count(spins)} />
        <Figure name="won" value={money(won)} />
        <Figure name="net" value={money(net, { signDisplay: 'exceptZero' })} />
      </dl>
      <Button square kind="quiet" onClick={dismissResult} aria-label={t('autoplay.result.close')}>
        <CloseIcon />
      </Button>
    </section>
  )
}

const Figure = ({ name, value }: { name: 'spins' | 'won' | 'net'; value: string }) => (
  <div data-figure={name}>
    <dt>{t(`autoplay.result.${name}`)}</dt>
    <dd className="figures">{value}</dd>
  </div>
)
