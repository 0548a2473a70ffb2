import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals-react'
import { useEffect, useId } from 'react'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { useCountUp } from '../../ui/count-up.ts'
import { offered } from './claims/state.ts'
import { balance, HIDDEN_BALANCE } from './state.ts'
import { Wallet } from './Wallet.tsx'

/** A balance is read out once it has stood so long, ms. */
const SETTLES_MS = 1000

interface Props {
  /** The player does not want it to be seen, or heard. */
  hidden: ReadonlySignal<boolean>
}

/**
 * The amount in the bar. It counts up or down to a new value, is read out once when it stands, and opens the wallet
 * where the operator offers something to claim.
 */
export function Amount({ hidden }: Props) {
  const word = useId()
  const spoken = useId()
  const shown = useCountUp(balance, { down: true })
  const text = useComputed(() => {
    if (hidden.value) return HIDDEN_BALANCE
    return shown.value === undefined ? t('shell.loading') : money(shown.value)
  })
  const said = useSaid(hidden)
  const labels = `${word} ${spoken}`
  return (
    <>
      {offered.value.length > 0 ? (
        <Wallet labels={labels}>{text}</Wallet>
      ) : (
        <output className="figures" aria-live="off" aria-labelledby={labels}>
          {text}
        </output>
      )}
      <span id={word} hidden>
        {t('shell.balance')}
      </span>
      <span id={spoken} className="quiet-text" role="status">
        {said}
      </span>
    </>
  )
}

/** What a screen reader has of it: the value that stands, and nothing while it is hidden. */
function useSaid(hidden: ReadonlySignal<boolean>): ReadonlySignal<string> {
  const said = useSignal('')
  useEffect(() => {
    let first = true
    return effect(() => {
      const next = hidden.value || balance.value === undefined ? '' : money(balance.value)
      // What was there before is not read out, and what is hidden is so at once.
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
