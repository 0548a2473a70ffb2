import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals-react'
import { useEffect, useId } from 'react'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { useCountUp } from '../../ui/count-up.ts'
import { balance, HIDDEN_BALANCE } from './state.ts'
import { Wallet } from './Wallet.tsx'

/** A balance is announced after it has not changed for this long, ms. */
const SETTLES_MS = 1000

export interface BalanceButtonProps {
  /** The player has hidden the balance: it is neither shown nor announced. */
  hidden: ReadonlySignal<boolean>
}

/**
 * The balance in the header bar. It counts up or down to a new value, is announced once at its final value,
 * and opens the wallet.
 */
export function BalanceButton({ hidden }: BalanceButtonProps) {
  const word = useId()
  const spoken = useId()
  const shown = useCountUp(balance, { down: true })
  const text = useComputed(() => {
    if (hidden.value) return HIDDEN_BALANCE
    return shown.value === undefined ? t('frame.loading') : money(shown.value)
  })
  const said = useSaid(hidden)
  const labels = `${word} ${spoken}`
  return (
    <>
      <Wallet labels={labels}>{text}</Wallet>
      <span id={word} hidden>
        {t('frame.balance')}
      </span>
      <span id={spoken} className="quiet-text" role="status">
        {said}
      </span>
    </>
  )
}

/** The text for screen readers: the settled balance; empty while it is hidden. */
function useSaid(hidden: ReadonlySignal<boolean>): ReadonlySignal<string> {
  const said = useSignal('')
  useEffect(() => {
    let first = true
    return effect(() => {
      const next = hidden.value || balance.value === undefined ? '' : money(balance.value)
      // The first value is not announced, and hiding takes effect at once.
      if (first || next === '') said.value = next
      first = false
      const timer = setTimeout(() => {
        said.value = next
      }, SETTLES_MS)
      return () => clearTimeout(timer)
    })
  }, [hidden, said])
  return said
}
