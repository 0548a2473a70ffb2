import { useSignal } from '@preact/signals-react'
import type { ReactNode } from 'react'
import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { downSince } from '../../../core/connection/state.ts'
import { isOver, useTimeLeft } from '../../../core/connection/use-time-left.ts'
import { clock, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { LinkDownIcon } from '../../../ui/link-down-icon.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { balanceHidden, HIDDEN_BALANCE } from '../../wallet/state.ts'
import { refreshLobby } from '../actions.ts'
import styles from './NoConnection.module.css'

/** The player's money while the server is out of reach: on a machine with its end, else in the wallet. */
function SafeMoney() {
  const held = machineCredit.value
  const until = held?.credit ? held.until : undefined
  const left = useTimeLeft(until).value
  if (!held?.credit) return <p>{t('dock.lost.safe')}</p>
  const amount = balanceHidden.value ? HIDDEN_BALANCE : money(held.credit)
  // An end that is not counted down may also be far ahead, or unreadable.
  const end = left ? t('held-machine.returnsIn', { time: left }) : isOver(until) && t('dock.lost.returned')
  return (
    <p>
      <strong>{t('dock.lost.credit', { amount, name: held.name })}</strong>{' '}
      {end && <span className={styles.end}>{end}.</span>}
    </p>
  )
}

/**
 * Shown while the server is out of reach: since when, where the player's money is, and what happens next.
 * `age` is the age of the list that is still shown.
 */
export function NoConnection({ age }: { age: ReactNode }) {
  const isTrying = useSignal(false)
  const failedAt = useSignal(0)
  const retry = async () => {
    isTrying.value = true
    await refreshLobby()
    failedAt.value = Date.now()
    isTrying.value = false
  }
  return (
    <section className={styles.lost} aria-labelledby="no-connection" data-lost="">
      <LinkDownIcon />
      <div className={styles.words}>
        <div role="alert">
          <h2 id="no-connection">{t('dock.lost.title', { time: clock(downSince.value) })}</h2>
        </div>
        <SafeMoney />
        <p>{t('dock.lost.lead')}</p>
        {age}
        <p role="status">{failedAt.value ? t('dock.lost.still', { time: clock(failedAt.value) }) : ''}</p>
      </div>
      <TransientButton kind="primary" busy={isTrying.value} onClick={() => void retry()}>
        {t('app.retry')}
      </TransientButton>
    </section>
  )
}
