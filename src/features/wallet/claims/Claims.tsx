import { effect, useSignal } from '@preact/signals-react'
import { useEffect, useId, useRef } from 'react'
import texts from '../../../../locales/tr.json?groups=claims'
import { money } from '../../../i18n/format.ts'
import { addTexts, loadRest, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { claim } from './actions.ts'
import css from './Claims.module.css'
import type { ClaimsProps } from './ClaimsButton.tsx'
import { BonusIcon, DiscountIcon } from './icons.tsx'
import { leftText, type Said, say } from './show-outcome.ts'
import { type ClaimKind, offered, onlyBelow, refusals, secondsLeft } from './state.ts'

addTexts('tr', texts)
// A refusal is told in the player's language.
void loadRest()

/** How long it is told what was credited, ms. */
const GIVEN_MS = 6000

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
  const said = useSignal<(Said & { here: boolean }) | undefined>(undefined)
  const box = useRef<HTMLLIElement>(null)
  // Why it was not sent is true for as long as it is.
  useEffect(
    () =>
      effect(() => {
        refusals[kind].value
        if (said.peek()?.here) said.value = undefined
      }),
    [kind, said],
  )
  const press = async () => {
    said.value = undefined
    const claimed = await claim(kind)
    const next = claimed && say(kind, claimed)
    if (!next) return
    if (claimed.is === 'given') {
      toast(next.text, { kind: 'good', ms: GIVEN_MS, id: `claim-${kind}` })
      onGiven()
    } else if (box.current) said.value = { ...next, here: claimed.is === 'here' }
    else toast(next.text, { kind: next.kind, ms: GIVEN_MS, id: `claim-${kind}` })
  }
  const refusal = refusals[kind].value
  const limit = kind === 'discount' ? onlyBelow.value : undefined
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
        {labelOf(kind)}
      </button>
      <p className={css.said} role="status" data-kind={said.value?.kind}>
        {said.value?.text}
      </p>
    </li>
  )
}

function labelOf(kind: ClaimKind): string {
  switch (refusals[kind].value) {
    case 'busy':
      return t('claims.calculating')
    case 'unknown':
      return t('shell.loading')
    case 'waiting':
      return t('claims.later', { time: leftText(secondsLeft[kind].value) })
    default:
      return t(`claims.${kind}.get`)
  }
}
