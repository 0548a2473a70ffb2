import { effect, useSignal } from '@preact/signals-react'
import { useEffect, useId, useRef } from 'react'
import texts from '../../../../locales/tr.json?groups=claims'
import { money } from '../../../i18n/format.ts'
import { addTexts, loadCodeTexts, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { claim } from './actions.ts'
import css from './Claims.module.css'
import type { ClaimsProps } from './ClaimsButton.tsx'
import { BonusIcon, DiscountIcon } from './icons.tsx'
import { type ClaimMessage, formatTimeLeft, outcomeMessage } from './show-outcome.ts'
import { blockReasons, type ClaimKind, maxBalance, offered, secondsLeft } from './state.ts'

addTexts('tr', texts)
// A refusal is told in the player's language.
void loadCodeTexts()

/** How long it is told what was credited, ms. */
const TOAST_MS = 6000

/** What a player may ask for; nothing where the operator offers nothing. */
export function Claims({ onGiven }: ClaimsProps) {
  if (offered.value.length === 0) return null
  return (
    <ul className={css.claims} aria-label={t('wallet.offers')}>
      {offered.value.map((kind) => (
        <Row key={kind} kind={kind} onGiven={onGiven} />
      ))}
    </ul>
  )
}

/** One of them: what it is, its button, and how the last try ended. */
function Row({ kind, onGiven }: { kind: ClaimKind; onGiven: () => void }) {
  const title = useId()
  const button = useId()
  const said = useSignal<(ClaimMessage & { here: boolean }) | undefined>(undefined)
  const box = useRef<HTMLLIElement>(null)
  // Why it was not sent is true for as long as it is.
  useEffect(
    () =>
      effect(() => {
        blockReasons[kind].value
        if (said.peek()?.here) said.value = undefined
      }),
    [kind, said],
  )
  const press = async () => {
    said.value = undefined
    const claimed = await claim(kind)
    const next = claimed && outcomeMessage(kind, claimed)
    if (!next) return
    if (claimed.is === 'given') {
      toast(next.text, { kind: 'good', ms: TOAST_MS, id: `claim-${kind}` })
      onGiven()
    } else if (box.current) said.value = { ...next, here: claimed.is === 'here' }
    else toast(next.text, { kind: next.kind, ms: TOAST_MS, id: `claim-${kind}` })
  }
  const refusal = blockReasons[kind].value
  const limit = kind === 'discount' ? maxBalance.value : undefined
  const isOpen = refusal === undefined || refusal === 'tooHigh' || refusal === 'down'
  return (
    <li className={css.claim} ref={box}>
      {kind === 'discount' ? <DiscountIcon /> : <BonusIcon />}
      <strong id={title}>{t(`claims.${kind}.title`)}</strong>
      <small>
        {limit === undefined
          ? t(`claims.${kind}.lead`)
          : t('claims.discount.below', { amount: money(limit) })}
      </small>
      <button
        type="button"
        id={button}
        className={`button ${css.get}`}
        data-kind={refusal === undefined ? 'primary' : 'secondary'}
        aria-labelledby={isOpen ? undefined : `${title} ${button}`}
        aria-busy={refusal === 'busy' || undefined}
        onClick={press}
      >
        {buttonLabel(kind)}
      </button>
      <p className={css.said} role="status" data-kind={said.value?.kind}>
        {said.value?.text}
      </p>
    </li>
  )
}

function buttonLabel(kind: ClaimKind): string {
  switch (blockReasons[kind].value) {
    case 'busy':
      return t('claims.calculating')
    case 'unknown':
      return t('shell.loading')
    case 'waiting':
      return t('claims.later', { time: formatTimeLeft(secondsLeft[kind].value) })
    default:
      return t(`claims.${kind}.get`)
  }
}
