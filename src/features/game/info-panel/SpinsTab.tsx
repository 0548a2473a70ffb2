import { useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { PlayedSpin } from '../../../contract/rules.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { isGain } from '../play/is-gain.ts'
import { machine } from '../play/state.ts'
import { fetchSpins } from './actions.ts'
import { formatSpinTime } from './format.ts'
import { SpinDialog } from './SpinDialog.tsx'
import { hasRecall, spins, spinsCursor, spinsFailure, spinsLoad } from './state.ts'
import css from './Tabs.module.css'

/** The player's last spins on this machine; new ones appear at the top. */
export function SpinsTab() {
  // The panel may open before the machine is known.
  const id = machine.value?.id
  useEffect(() => {
    if (id) void fetchSpins()
  }, [id])
  const opened = useSignal<PlayedSpin | undefined>(undefined)
  const rows = spins.value
  const status = spinsLoad.value
  return (
    <div className={css.spins} aria-busy={status === 'loading'}>
      {rows.length > 0 && (
        <table>
          <caption className="quiet-text">{t('info-panel.spinsLead')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('info-panel.time')}</th>
              <th scope="col">{t('info-panel.stake')}</th>
              <th scope="col">{t('info-panel.win')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((spin) => {
              const { id, time, stake, win, free, jackpot } = spin
              return (
                <tr key={id} data-spin={id} data-won={isGain({ stake, free }, win) ? '' : undefined}>
                  <td>
                    {hasRecall.value ? (
                      <button
                        type="button"
                        aria-haspopup="dialog"
                        aria-label={t('info-panel.openSpin', { time: formatSpinTime(time) })}
                        onClick={() => {
                          opened.value = spin
                        }}
                      >
                        <time dateTime={time}>{formatSpinTime(time)}</time>
                      </button>
                    ) : (
                      <time dateTime={time}>{formatSpinTime(time)}</time>
                    )}
                  </td>
                  <td className="figures">{free ? <i>{t('info-panel.freeSpin')}</i> : money(stake)}</td>
                  <td className="figures">
                    {jackpot > 0 && <i>{t('info-panel.jackpotHit')}</i>} {win > 0 ? money(win) : '–'}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {opened.value && (
        <SpinDialog
          spin={opened.value}
          onClose={() => {
            opened.value = undefined
          }}
        />
      )}
      {rows.length === 0 && status === 'ready' && <p>{t('info-panel.noSpins')}</p>}
      {rows.length === 0 && status === 'loading' && <p>{t('info-panel.loading')}</p>}
      {status === 'absent' && <p>{t('info-panel.spinsAbsent')}</p>}
      {status === 'failed' && (
        <p role="alert">
          {t('info-panel.failed')} {spinsFailure.value && failureText(spinsFailure.value)}{' '}
          <TransientButton
            next="info-tabpanel"
            onClick={() => void fetchSpins(spinsCursor.peek() !== undefined)}
          >
            {t('app.retry')}
          </TransientButton>
        </p>
      )}
      {status !== 'failed' && spinsCursor.value !== undefined && (
        <TransientButton
          next="info-tabpanel"
          busy={status === 'loading'}
          onClick={() => void fetchSpins(true)}
        >
          {t('info-panel.more')}
        </TransientButton>
      )}
    </div>
  )
}
