import { effect, useSignal } from '@preact/signals-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { duration } from '../../../i18n/dates.ts'
import { money } from '../../../i18n/format.ts'
import { loadCodeTexts, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { useFocusAfterwards } from '../../../ui/use-focus-afterwards.ts'
import { claim } from './actions.ts'
import css from './Claims.module.css'
import { updateCooldowns } from './cooldowns.ts'
import { BonusIcon, DiscountIcon } from './icons.tsx'
import { type ClaimMessage, outcomeMessage } from './outcome-message.ts'
import { blockReasons, type ClaimKind, maxBalance, offered, secondsLeft } from './state.ts'

void loadCodeTexts()

const TOAST_MS = 6000

export interface ClaimsProps {
  /** A claim was credited: show the balance and the toast. */
  onGiven?: (() => void) | undefined
}

export function Claims({ onGiven }: ClaimsProps) {
  useLayoutEffect(updateCooldowns, [])
  if (offered.value.length === 0) return null
  return (
    <ul className={css.claims} aria-label={t('wallet.offers')}>
      {offered.value.map((kind) => (
        <ClaimRow key={kind} kind={kind} onGiven={onGiven} />
      ))}
    </ul>
  )
}

/** One claim, its button and the message of the last attempt. */
function ClaimRow({ kind, onGiven }: ClaimsProps & { kind: ClaimKind }) {
  const title = useId()
  const button = useId()
  // A claim fills an empty wallet, and the dialog that loads money then shows amounts in place of the claims.
  useFocusAfterwards(button)
  const message = useSignal<(ClaimMessage & { isLocal: boolean }) | undefined>(undefined)
  const box = useRef<HTMLLIElement>(null)
  // The reason why a claim was not sent disappears when it no longer applies.
  useEffect(
    () =>
      effect(() => {
        blockReasons[kind].value
        if (message.peek()?.isLocal) message.value = undefined
      }),
    [kind, message],
  )
  const sendClaim = async () => {
    message.value = undefined
    const outcome = await claim(kind)
    const next = outcome && outcomeMessage(kind, outcome)
    if (!next) return
    if (outcome.status === 'given') {
      toast(next.text, { kind: 'good', ms: TOAST_MS, id: `claim-${kind}` })
      onGiven?.()
    } else if (box.current) message.value = { ...next, isLocal: outcome.status === 'not-sent' }
    else toast(next.text, { kind: next.kind, ms: TOAST_MS, id: `claim-${kind}` })
  }
  const refusal = blockReasons[kind].value
  const limit = kind === 'discount' ? maxBalance.value : undefined
  const isOpen = refusal === undefined || refusal === 'down'
  return (
    <li className={css.claim} ref={box}>
      {kind === 'discount' ? <DiscountIcon /> : <BonusIcon />}
      <strong id={title}>{t(`claims.${kind}.title`)}</strong>
      <small>
        {limit === undefined
          ? t(`claims.${kind}.lead`)
          : t(
              `claims.discount.${operatorSettings.value.discountCountsCredit ? 'belowWithCredit' : 'below'}`,
              {
                amount: money(limit),
              },
            )}
      </small>
      <button
        type="button"
        id={button}
        className={`button ${css.claimButton}`}
        data-kind={refusal === undefined && !message.value ? 'primary' : 'secondary'}
        // It keeps the focus, and a press says why.
        aria-disabled={!isOpen && refusal !== 'busy' ? true : undefined}
        aria-labelledby={isOpen ? undefined : `${title} ${button}`}
        aria-busy={refusal === 'busy' || undefined}
        onClick={sendClaim}
      >
        {buttonLabel(kind)}
      </button>
      <p className={css.message} role="status" data-kind={message.value?.kind}>
        {message.value?.text}
      </p>
    </li>
  )
}

function buttonLabel(kind: ClaimKind): string {
  switch (blockReasons[kind].value) {
    case 'busy':
      return t('claims.calculating')
    case 'unknown':
      return t('frame.loading')
    case 'waiting':
      return t('claims.later', { time: duration(secondsLeft[kind].value * 1000) })
    case 'tooHigh':
      return t('claims.onlyBelow', { amount: money(maxBalance.value ?? 0) })
    default:
      return t(`claims.${kind}.get`)
  }
}
