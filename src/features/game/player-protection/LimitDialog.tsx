import { useSignal } from '@preact/signals-react'
import { useCallback, useEffect, useRef } from 'react'
import { duration } from '../../../i18n/dates.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/fluent-widgets.tsx'
import { playerCredit } from '../cabinet/state.ts'
import { leave } from '../play/actions.ts'
import { cashOutWithReceipt } from '../play/play-with-feedback.ts'
import { canCashOut, freeSpins, pending } from '../play/state.ts'
import { sessionTotals } from '../play-record/state.ts'
import css from './Limits.module.css'
import type { LimitPrompt } from './session-limits.ts'
import { continuePlay, limits, shownPrompt } from './state.ts'

/** Interval of attempts to load the dialog's chunk. */
const RETRY_MS = 5000

/** Shows the open prompt. The player can cash out from it. */
export function LimitDialogLayer() {
  // Play stays blocked until the player can answer, so a failed chunk is loaded again.
  const attempts = useSignal(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const retry = useCallback(() => {
    timer.current = setTimeout(() => {
      attempts.value++
    }, RETRY_MS)
  }, [attempts])
  useEffect(() => () => clearTimeout(timer.current), [])
  const prompt = shownPrompt.value
  return prompt ? <LimitDialog key={`${prompt.why} ${attempts.value}`} {...prompt} onClose={retry} /> : null
}

function LimitDialog({ why, pauseLeft, onClose }: LimitPrompt & { onClose: () => void }) {
  const leaving = useSignal(false)
  const { net, played } = sessionTotals.value
  const own = playerCredit.value ?? 0
  const cashesOut = canCashOut.value || leaving.value
  const leaveMachine = async () => {
    leaving.value = true
    const isPaidOut = !canCashOut.peek() || (await cashOutWithReceipt(true))
    leaving.value = false
    // The player may have chosen to go on meanwhile.
    if (isPaidOut && shownPrompt.peek()) leave()
  }
  return (
    <Modal
      must
      title={t(`player-protection.${why}Title`)}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" onClick={leaveMachine} busy={leaving.value || pending.value === 'cashout'}>
            {t(cashesOut ? 'dialogs.cashOutAndLeave' : 'game.leave')}
          </Button>
          {why === 'check' && (
            <Button kind="primary" onClick={continuePlay} disabled={pauseLeft > 0}>
              {t('player-protection.goOn')}
            </Button>
          )}
        </>
      }
    >
      <p>{lead(why, pauseLeft)}</p>
      <dl className={css.facts}>
        <div>
          <dt>{t('player-protection.time')}</dt>
          <dd data-testid="asked-time">{duration(played, true)}</dd>
        </div>
        <div>
          <dt>{t('player-protection.net')}</dt>
          <dd className="figures" data-testid="asked-net">
            {money(net, { signDisplay: 'exceptZero' })}
          </dd>
        </div>
      </dl>
      {freeSpins.value > 0 ? (
        <p>{plural('dialogs.leaveFree', freeSpins.value)}</p>
      ) : (
        own > 0 && <p>{t('player-protection.credit', { amount: money(own) })}</p>
      )}
    </Modal>
  )
}

function lead(why: LimitPrompt['why'], pauseLeft: number): string {
  const { lossLimit, sessionLimit } = limits.value
  if (why === 'loss') return t('player-protection.lossLead', { amount: money(lossLimit) })
  if (why === 'session') return t('player-protection.sessionLead', { time: duration(sessionLimit, true) })
  const time = duration(sessionTotals.value.played, true)
  return pauseLeft > 0
    ? t('player-protection.pauseLead', { time, left: duration(pauseLeft, true) })
    : t('player-protection.checkLead', { time })
}
