import { type ReadonlySignal, signal, useComputed } from '@preact/signals-react'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { frameParts } from '../shell/layers.ts'
import { read, write } from '../storage.ts'
import { Button } from '../ui/Button.tsx'
import { WalletIcon } from '../ui/icons.tsx'
import styles from './Balance.module.css'
import { balance } from './state.ts'

/** From so many cents on it is written smaller on a phone: a million. */
const LONG = 1e8
const HIDDEN_KEY = 'reelcast.balance-hidden'

const hidden = signal(read('local', HIDDEN_KEY) === '1')

/** Does the player not want their balance to be seen? */
export const balanceHidden: ReadonlySignal<boolean> = hidden

/** The balance, which the wallet icon shows and hides; what counts it and opens the wallet joins later (Amount.tsx). */
export function Balance() {
  const text = useComputed(() => {
    if (hidden.value) return '• • • •'
    return balance.value === undefined ? t('shell.loading') : money(balance.value)
  })
  const toggle = () => {
    hidden.value = !hidden.value
    write('local', HIDDEN_KEY, hidden.value ? '1' : undefined)
  }
  const Amount = frameParts.value.balance
  const isLoading = balance.value === undefined && !hidden.value
  return (
    <div
      className={styles.balance}
      data-long={(balance.value ?? 0) >= LONG || undefined}
      data-loading={isLoading || undefined}
    >
      <Button
        kind="quiet"
        square
        aria-label={t(hidden.value ? 'shell.showBalance' : 'shell.hideBalance')}
        aria-pressed={!hidden.value}
        onClick={toggle}
      >
        <WalletIcon />
      </Button>
      {Amount ? (
        <Amount hidden={hidden} />
      ) : (
        <output className="figures" aria-label={t('shell.balance')}>
          {/* Another size is another element: the text that was there would count as moved. */}
          <span key={`${isLoading}`}>{text}</span>
        </output>
      )}
    </div>
  )
}
