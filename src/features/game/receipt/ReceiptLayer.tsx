import { useEffect, useLayoutEffect, useRef } from 'react'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { clock, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { visitTotals } from '../play-record/state.ts'
import css from './Receipt.module.css'
import { type Receipt, receipt, showReceipt } from './state.ts'

/** A kiosk closes the receipt by itself. */
const KIOSK_CLOSE_MS = 10_000

const close = () => showReceipt(undefined)

export function ReceiptLayer() {
  useLayoutEffect(() => close, [])
  const current = receipt.value
  return current ? <ReceiptCard of={current} key={current.at} /> : null
}

/** A tap on the receipt or Escape closes it. */
function ReceiptCard({ of }: { of: Receipt }) {
  const button = useRef<HTMLButtonElement>(null)
  const visit = visitTotals.value
  useLayoutEffect(() => {
    const before = document.activeElement
    button.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const timer = kiosk.peek() ? setTimeout(close, KIOSK_CLOSE_MS) : undefined
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close()
    addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className={css.receipt}
      data-testid="receipt"
      data-machine={of.machine}
      aria-label={`${t('stage.receipt.title')}: ${money(of.amount)}. ${t('stage.receipt.close')}`}
      onClick={close}
    >
      <strong className={css.head}>{t('stage.receipt.title')}</strong>
      <b className={css.amount}>
        <span className="figures">{money(of.amount)}</span>
      </b>
      <span className={css.lines}>
        <Line name={t('stage.receipt.machine')} value={of.machine} plain />
        <Line name={t('stage.receipt.time')} value={clock(of.at)} />
        {visit && (
          <>
            <Line name={t('stage.receipt.loaded')} value={money(visit.loaded)} />
            <Line name={t('stage.receipt.played')} value={money(visit.staked)} />
            <Line name={t('stage.receipt.won')} value={money(visit.won)} />
          </>
        )}
        {of.balance !== undefined && (
          <Line name={t('stage.receipt.balance')} value={money(of.balance)} strong />
        )}
      </span>
      <span className={css.close}>{t('stage.receipt.close')}</span>
    </button>
  )
}

type LineProps = { name: string; value: string; plain?: boolean; strong?: boolean }

const Line = ({ name, value, plain, strong }: LineProps) => (
  <span className={css.line} data-strong={strong ? '' : undefined} data-plain={plain ? '' : undefined}>
    <span>{name}</span>
    <span className={plain ? undefined : 'figures'} dir="auto">
      {value}
    </span>
  </span>
)
