import { useComputed } from '@preact/signals-react'
import { money } from '../../i18n/format.ts'
import { failureText, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { WalletIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import { fetchBalance } from '../wallet/actions.ts'
import { BalanceButton } from '../wallet/late.tsx'
import { balance, balanceFailure, balanceHidden, HIDDEN_BALANCE, setBalanceHidden } from '../wallet/state.ts'
import styles from './Balance.module.css'

/** From this amount on, in cents (a million), a phone shows the balance in a smaller font. */
const LONG = 1e8
/** Fetches the balance again; another failure is shown as a toast. */
async function retry(): Promise<void> {
  await fetchBalance()
  const failure = balanceFailure.peek()
  if (failure) toast(failureText(failure), { kind: 'danger', id: 'balance' })
}

/**
 * The balance, which the wallet icon shows and hides. BalanceButton.tsx, which counts up to it and opens the
 * wallet, takes its place later.
 */
export function Balance() {
  const text = useComputed(() => {
    if (balanceHidden.value) return HIDDEN_BALANCE
    return balance.value === undefined ? t('frame.loading') : money(balance.value)
  })
  const isLoading = balance.value === undefined && !balanceHidden.value
  return (
    <div
      className={styles.balance}
      data-long={(balance.value ?? 0) >= LONG || undefined}
      data-loading={isLoading || undefined}
    >
      <Button
        kind="quiet"
        square
        aria-label={t('frame.hideBalance')}
        aria-pressed={balanceHidden.value}
        onClick={() => setBalanceHidden(!balanceHidden.peek())}
      >
        <WalletIcon />
      </Button>
      {balanceFailure.value ? (
        <button
          type="button"
          className={`figures ${styles.retry}`}
          title={failureText(balanceFailure.value)}
          aria-label={`${t('frame.balanceFailed')}. ${t('app.retry')}`}
          onClick={({ currentTarget }) => {
            // This button goes while the balance is fetched.
            currentTarget.parentElement?.querySelector('button')?.focus()
            void retry()
          }}
        >
          {t('frame.balanceFailed')} ↻
        </button>
      ) : (
        <BalanceButton hidden={balanceHidden}>
          <output className="figures" aria-label={t('frame.balance')}>
            {/* A new element per font size: resized text would count as a layout shift. */}
            <span key={`${isLoading}`}>{text}</span>
          </output>
        </BalanceButton>
      )}
    </div>
  )
}
