import { effect } from '@preact/signals-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { clock, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { closeOnBack } from '../../../ui/close-on-back.ts'
import { balance, balanceHidden } from '../../wallet/state.ts'
import { type Receipt, receipt, setReceiptLayerOpen, showReceipt } from '../play/receipt-state.ts'
import { pending, spinning } from '../play/state.ts'
import { visitTotals } from '../play-record/state.ts'
import css from './Receipt.module.css'

/** A kiosk closes the receipt by itself. */
const KIOSK_CLOSE_MS = 10_000

const close = () => showReceipt(undefined)

export function ReceiptLayer() {
  useLayoutEffect(() => {
    setReceiptLayerOpen(true)
    return () => setReceiptLayerOpen(false)
  }, [])
  const current = receipt.value
  return current ? <ReceiptCard of={current} key={current.at} /> : null
}

/**
 * A tap on it or anywhere else closes it, and so do Escape, the back gesture, the focus that moves on, and
 * the next command, however it is given. A tap elsewhere also does what it does there.
 */
function ReceiptCard({ of }: { of: Receipt }) {
  const paper = useRef<HTMLElement>(null)
  const title = useId()
  const amount = useId()
  const visit = visitTotals.value
  const wallet = balance.value
  useLayoutEffect(() => {
    const before = document.activeElement
    const card = paper.current
    card?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      // Another receipt follows, or a tap elsewhere has moved the focus already.
      if (receipt.peek()) return
      const { activeElement, body } = document
      const isHeld = activeElement === body || card?.contains(activeElement)
      if (isHeld && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const timer = kiosk.peek() ? setTimeout(close, KIOSK_CLOSE_MS) : undefined
    const stopWatching = closeOnBack(close)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    }
    const onElsewhere = ({ target }: Event) => {
      // The next receipt's focus, too, is no reason to close.
      if (!(target instanceof Element && target.closest('[data-testid=receipt]'))) close()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', onElsewhere, true)
    addEventListener('focusin', onElsewhere)
    const stop = effect(() => {
      if (pending.value !== undefined || spinning.value) close()
    })
    return () => {
      clearTimeout(timer)
      stopWatching()
      stop()
      removeEventListener('keydown', onKeyDown)
      removeEventListener('pointerdown', onElsewhere, true)
      removeEventListener('focusin', onElsewhere)
    }
  }, [])
  return (
    // biome-ignore lint/a11y: a touch anywhere; keyboards have the button
    <section
      ref={paper}
      className={css.receipt}
      data-testid="receipt"
      data-machine={of.machine}
      aria-labelledby={`${title} ${amount}`}
      onClick={close}
    >
      <strong id={title} className={css.head}>
        {t('tools.receipt.title')}
      </strong>
      <b id={amount} className={css.amount}>
        <span className="figures">{money(of.amount)}</span>
      </b>
      <dl className={css.lines}>
        <Line name={t('tools.receipt.machine')} value={of.machine} plain />
        <Line name={t('tools.receipt.time')} value={clock(of.at)} />
        {visit && (
          <>
            <Line name={t('tools.receipt.loaded')} value={money(visit.loaded)} />
            <Line name={t('tools.receipt.played')} value={money(visit.staked)} />
            <Line name={t('tools.receipt.won')} value={money(visit.won)} />
          </>
        )}
        {wallet !== undefined && wallet !== of.balanceBefore && !balanceHidden.value && (
          <Line name={t('tools.receipt.balance')} value={money(wallet)} strong />
        )}
      </dl>
      <button type="button" className={css.close}>
        {t('tools.receipt.close')}
      </button>
    </section>
  )
}

type LineProps = { name: string; value: string; plain?: boolean; strong?: boolean }

const Line = ({ name, value, plain, strong }: LineProps) => (
  <div className={css.line} data-strong={strong ? '' : undefined} data-plain={plain ? '' : undefined}>
    <dt>{name}</dt>
    <dd className={plain ? undefined : 'figures'} dir="auto">
      {value}
    </dd>
  </div>
)
