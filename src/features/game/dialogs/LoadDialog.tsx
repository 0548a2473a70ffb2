import { useComputed, useSignal } from '@preact/signals-react'
import { useRef } from 'react'
import { LOCALES } from '../../../contract/locales.ts'
import { CashierLink, cashierUrl } from '../../../core/settings/CashierLink.tsx'
import { settings } from '../../../core/settings/settings.ts'
import { currencyDigits, money } from '../../../i18n/format.ts'
import { failureText, locale, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal, prepareModal, useIsOpen } from '../../../ui/fluent-widgets.tsx'
import { LazyPart, noFallback } from '../../../ui/lazy.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toast.ts'
import { claims } from '../../wallet/claims/late.tsx'
import { balance, balanceHidden, HIDDEN_BALANCE } from '../../wallet/state.ts'
import { CabinetReason } from '../cabinet/CabinetReason.tsx'
import { load } from '../play/actions.ts'
import { blockedBy, game, pending, spinning, usableCredit, videoBlock } from '../play/state.ts'
import { formatAmount, parseAmount } from './amount.ts'
import { LoadAmounts, storeLastAmount } from './LoadAmounts.tsx'
import css from './LoadDialog.module.css'

const HIGHLIGHT_MS = 1600

/** Highlights the credit meter after a load: a frame and a tint that fade, or end at once without motion. */
function highlightCredit(): void {
  const meter = document.querySelector('[data-testid=credit]')?.parentElement
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const lit = {
    background: 'var(--colorNeutralBackground4)',
    boxShadow: 'inset 0 0 0 2px var(--colorBrandForeground1)',
  }
  meter?.animate?.([lit, { ...lit, offset: 0.4 }, {}], {
    duration: HIGHLIGHT_MS,
    easing: still ? 'step-end' : 'ease-out',
  })
}

/** Why money cannot be loaded, or how much at once. A disabled button always has its reason beside it. */
function loadHint(): string {
  const block = videoBlock.value
  if (block) return t(`game.refusal.${block}`)
  if (balance.value === undefined) return t('dialogs.wait')
  if (balance.value <= 0) return t('dialogs.empty')
  const { maxAllIn } = settings.value
  return balance.value > maxAllIn ? t('dialogs.limit', { amount: money(maxAllIn) }) : ''
}

/** What a player with an empty wallet can do: play the credit, deposit, claim, or turn to the operator. */
function EmptyWallet() {
  const onMachine = usableCredit.value ?? 0
  const lead =
    onMachine > 0
      ? t('dialogs.emptyWithCredit', { amount: money(onMachine) })
      : !cashierUrl.value && t('dialogs.emptyLead')
  return (
    <>
      {lead && <p className={css.empty}>{lead}</p>}
      <CashierLink kind="primary" />
      <LazyPart part={claims} props={{}} fallback={noFallback} />
    </>
  )
}

/** An amount that is typed or chosen. `cents`: undefined while the text is none. */
function useAmount() {
  const text = useSignal('')
  /** An amount that was chosen and not typed: it may have cents that its currency has no digits for. */
  const chosen = useSignal<{ text: string; cents: number } | undefined>(undefined)
  const cents = useComputed(() =>
    chosen.value?.text === text.value ? chosen.value.cents : parseAmount(text.value, currencyDigits()),
  )
  const setAmount = (amount: number) => {
    text.value = formatAmount(amount, LOCALES[locale.peek()].decimal)
    chosen.value = { text: text.peek(), cents: amount }
  }
  return { text, cents, setAmount }
}

type Props = { onClose: () => void }

/** Moves money from the wallet to the machine: quick amounts, any amount, or everything. */
export function LoadDialog({ onClose }: Props) {
  const { text, cents, setAmount } = useAmount()
  const loaded = useRef(false)
  const isOpen = useIsOpen()
  const wallet = balance.value ?? 0
  const shownWallet = balanceHidden.value ? HIDDEN_BALANCE : balance.value === undefined ? '–' : money(wallet)
  const allIn = Math.min(wallet, settings.value.maxAllIn)
  const tooMuch = cents.value !== undefined && cents.value > wallet
  const invalid = text.value.trim() !== '' && cents.value === undefined
  const ready =
    cents.value !== undefined &&
    !tooMuch &&
    !videoBlock.value &&
    !blockedBy.value &&
    !pending.value &&
    !spinning.value
  const submit = async () => {
    const amount = cents.peek()
    if (!ready || amount === undefined) return
    const answer = await load(amount)
    if (!answer) return
    loaded.current = answer.ok
    // A cabinet that has not confirmed it: its notice says where the money is.
    if (answer.ok && !game.peek()?.cabinet?.transfer) {
      highlightCredit()
      storeLastAmount(amount)
      toast(t('dialogs.loaded', { amount: money(amount) }), { unseen: true })
    }
    if (!answer.ok) toast(failureText(answer.error), { kind: 'danger' })
    if (isOpen() && (answer.ok || answer.error.category !== 'refused')) onClose()
  }

  return (
    <Modal
      title={t('game.load')}
      onClose={onClose}
      // What a player does with credit: Space spins.
      returnFocus={() =>
        loaded.current ? document.querySelector<HTMLElement>('[data-key=spin]') : undefined
      }
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('dialogs.cancel')}
          </Button>
          <Button kind="primary" onClick={submit} disabled={!ready} busy={pending.value === 'load'}>
            {cents.value === undefined
              ? t('game.load')
              : t('dialogs.loadAmount', { amount: money(cents.value) })}
          </Button>
        </>
      }
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className={css.wallet}>
          {t('game.balance')} <b className="figures">{shownWallet}</b>
        </p>
        <p className={css.hint} role="status" data-testid="load-hint">
          {blockedBy.value === 'cabinet' ? <CabinetReason /> : loadHint()}
        </p>
        {balance.value === 0 ? (
          <EmptyWallet />
        ) : (
          <>
            <LoadAmounts wallet={wallet} selected={cents.value} onSelect={setAmount} />
            <TextField
              id="load-amount"
              label={t('dialogs.amount')}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="go"
              value={text.value}
              error={tooMuch ? t('dialogs.tooMuch') : invalid ? t('dialogs.noAmount') : undefined}
              onInput={(event) => {
                text.value = event.currentTarget.value
              }}
              after={
                <Button kind="quiet" disabled={allIn <= 0} onClick={() => setAmount(allIn)}>
                  {t('dialogs.allIn')}
                </Button>
              }
            />
          </>
        )}
      </form>
    </Modal>
  )
}

let preparing: Promise<void> | undefined

/** Makes the dialogs of a game open at once; call it when the game can be played. */
export function prepareDialogs(): Promise<void> {
  preparing ??= prepareModal(<LoadDialog onClose={() => {}} />)
  return preparing
}
