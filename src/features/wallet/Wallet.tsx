import { useSignal } from '@preact/signals-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { machineCredit } from '../../core/connection/machine-credit.ts'
import { Slot } from '../../core/frame/Slot.tsx'
import { CashierLink } from '../../core/settings/CashierLink.tsx'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { BonusIcon } from './claims/icons.tsx'
import { LazyClaims } from './claims/LazyClaims.tsx'
import { claims } from './claims/late.tsx'
import { claimable, offered } from './claims/state.ts'
import { balance, balanceHidden, HIDDEN_BALANCE } from './state.ts'
import css from './Wallet.module.css'

/** Space between the balance and the popover, and minimum space to the screen's edge, px. */
const GAP = 8

/** What of the player's money is at a machine, or on its way to or from one, cents. */
const elsewhere = () => {
  const { credit = 0, transfer } = machineCredit.value ?? {}
  return credit + (transfer?.amount ?? 0)
}

function Sum({ of, cents }: { of: string; cents: number | undefined }) {
  const amount = cents === undefined ? t('frame.loading') : money(cents)
  return (
    <div>
      <dt>{of}</dt>
      <dd className="figures">{balanceHidden.value ? HIDDEN_BALANCE : amount}</dd>
    </div>
  )
}

/** The balance, and money on its way to or from a machine. */
function Sums() {
  const transfer = machineCredit.value?.transfer
  return (
    <dl className={css.sums}>
      <Sum of={t('wallet.balance')} cents={balance.value} />
      {transfer && <Sum of={t('wallet.onItsWay')} cents={transfer.amount} />}
    </dl>
  )
}

/** All of it, below its parts. */
function Total() {
  const wallet = balance.value
  if (elsewhere() === 0) return null
  return (
    <dl className={css.sums}>
      <Sum of={t('wallet.sum')} cents={wallet === undefined ? undefined : wallet + elsewhere()} />
    </dl>
  )
}

interface Props {
  /** Ids of the elements that name the button. */
  labels: string
  children: ReactNode
}

/**
 * The balance as a button that opens the wallet below it: the sums, the held machine, the total, the claims,
 * and a link to the transactions. A gift icon on its corner indicates claims. The popover is the browser's
 * own: it closes on Escape and on a touch outside, and moves nothing.
 */
export function Wallet({ labels, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = useSignal(false)
  const hasOffers = offered.value.length > 0
  useEffect(() => {
    const box = panel.current
    const opener = button.current?.parentElement
    if (!box || !opener) return undefined
    const place = () => {
      const { left, right, bottom } = opener.getBoundingClientRect()
      const width = document.documentElement.clientWidth
      const end = document.documentElement.dir === 'rtl' ? left : width - right
      box.style.setProperty('--below', `${bottom + GAP}px`)
      box.style.setProperty('--end', `${Math.max(GAP, end)}px`)
    }
    const toggle = (event: Event) => {
      open.value = 'newState' in event && event.newState === 'open'
      if (open.value) place()
    }
    box.addEventListener('beforetoggle', toggle)
    addEventListener('resize', place)
    return () => {
      box.removeEventListener('beforetoggle', toggle)
      removeEventListener('resize', place)
    }
  }, [open])
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        ref={button}
        className={`figures ${css.amount}`}
        popoverTarget={id}
        // Preloads the claims before the click.
        onPointerEnter={claims.preload}
        onPointerDown={claims.preload}
        aria-haspopup="dialog"
        aria-labelledby={labels}
        aria-description={hasOffers ? t('wallet.offers') : undefined}
      >
        {children}
        {hasOffers && (
          <span className={css.badge} data-ready={claimable.value ? 'yes' : 'no'}>
            <BonusIcon />
          </span>
        )}
      </button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={t('wallet.title')}
        className={css.wallet}
      >
        {open.value && (
          <>
            <h2>{t('wallet.title')}</h2>
            <Sums />
            <Slot name="heldCard" />
            <Total />
            <CashierLink kind="secondary" />
            <LazyClaims onGiven={close} />
            <Link href="/transactions" className={`button ${css.moved}`} data-kind="quiet" onClick={close}>
              {t('router.transactions')}
            </Link>
          </>
        )}
      </div>
    </>
  )
}
