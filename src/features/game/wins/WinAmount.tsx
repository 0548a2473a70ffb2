import { useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { useCountUp } from '../../../ui/count-up.ts'
import type { Celebration } from './grade.ts'

export function WinTitle({ of: { kind, grade }, id }: { of: Celebration; id?: string }) {
  const title = kind === 'win' ? (grade === 'huge' ? grade : 'big') : kind
  return (
    <span data-part="title" id={id}>
      {t(`wins.${title}`)}
    </span>
  )
}

interface Props {
  of: Celebration
  /** How long the amount counts, ms. */
  ms?: number
}

/** The amount counts up from zero, in the room of its end. */
export function WinAmount({ of: { amount, stakes }, ms }: Props) {
  const target = useSignal(0)
  const counted = useCountUp(target, { ms })
  useEffect(() => {
    target.value = amount
  }, [target, amount])
  const text = money(amount)
  return (
    <>
      <span data-part="amount" style={{ '--chars': text.length }}>
        <span className="figures" aria-hidden="true">
          {money(counted.value)}
        </span>
        <span className="quiet-text">{text}</span>
      </span>
      {stakes > 0 && <span data-part="times">{t('wins.times', { count: count(stakes) })}</span>}
    </>
  )
}
