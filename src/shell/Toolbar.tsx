import { useComputed, useSignal } from '@preact/signals-react'
import { Link } from 'wouter'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { read, write } from '../storage.ts'
import { Button } from '../ui/Button.tsx'
import { MenuIcon, WalletIcon } from '../ui/icons.tsx'
import { Mark } from '../ui/Mark.tsx'
import { balance } from '../wallet/state.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { frameParts, layers, MENU_ID } from './layers.ts'
import styles from './Toolbar.module.css'

const HIDDEN_KEY = 'reelcast.balance-hidden'

/** The balance, which the wallet icon shows and hides. */
function Balance() {
  const hidden = useSignal(read('local', HIDDEN_KEY) === '1')
  const text = useComputed(() => {
    if (hidden.value) return '• • • •'
    return balance.value === undefined ? t('shell.loading') : money(balance.value)
  })
  const toggle = () => {
    hidden.value = !hidden.value
    write('local', HIDDEN_KEY, hidden.value ? '1' : undefined)
  }
  return (
    <div className={styles.balance}>
      <Button
        kind="quiet"
        square
        aria-label={t(hidden.value ? 'shell.showBalance' : 'shell.hideBalance')}
        aria-pressed={!hidden.value}
        onClick={toggle}
      >
        <WalletIcon />
      </Button>
      <output className={`figures ${styles.amount}`} aria-label={t('shell.balance')}>
        {text}
      </output>
    </div>
  )
}

/** The bar on top of every page but the game. */
export function Toolbar() {
  const Part = frameParts.value.bar
  return (
    <header className={styles.bar}>
      <Link href="/lobby" className={styles.home} aria-label={t('shell.home')}>
        <Mark />
      </Link>
      {Part && <Part />}
      <Balance />
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
      <Button
        kind="quiet"
        square
        aria-label={t('shell.menu')}
        popoverTarget={MENU_ID}
        disabled={!layers.value.some(({ id }) => id === MENU_ID)}
      >
        <MenuIcon />
      </Button>
    </header>
  )
}
