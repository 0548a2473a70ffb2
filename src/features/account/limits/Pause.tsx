import { useSignal } from '@preact/signals-react'
import { dateTime } from '../../../i18n/dates.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { pauseEnd, startPause } from './actions.ts'
import css from './Limits.module.css'
import { clearSaveFailure, saveFailure, saving } from './state.ts'
import { useFormFocus } from './use-form-focus.ts'

const HOUR_MS = 60 * 60_000

const OPENER_ID = 'pause-open'
const CANCEL_ID = 'pause-cancel'

/** `lengths`: the offered pauses in days, not empty. `until`: the end of the current one, ISO 8601. */
export function Pause({ lengths, until }: { lengths: readonly number[]; until: string | undefined }) {
  const chosen = useSignal(lengths[0] ?? 1)
  const asks = useSignal(false)
  useFormFocus(asks.value, CANCEL_ID, OPENER_ID)
  const failure = saveFailure.value
  // A shorter pause would change nothing.
  const offered = lengths.filter((length) => !until || pauseEnd(length) - HOUR_MS > Date.parse(until))
  const days = offered.includes(chosen.value) ? chosen.value : (offered[0] ?? 0)
  const end = new Date(pauseEnd(days)).toISOString()
  const start = async () => {
    if (await startPause(days)) asks.value = false
  }
  return (
    <div className={css.pause} data-testid="pause">
      <h3>{t('limits.pause')}</h3>
      {until && (
        <p className={css.paused} role="status">
          {t('limits.pausedUntil', { time: dateTime(until) })}
        </p>
      )}
      <p>{t('limits.pauseLead')}</p>
      {offered.length > 0 && !asks.value && (
        <>
          <RadioGroup
            name="pause"
            title={t('limits.pauseLength')}
            className={css.lengths}
            options={offered}
            value={days}
            onChange={(next) => {
              chosen.value = next
            }}
            renderOption={(option) => <span>{plural('limits.days', option)}</span>}
          />
          <Button
            id={OPENER_ID}
            onClick={() => {
              asks.value = true
            }}
          >
            {t(until ? 'limits.pauseLonger' : 'limits.pause')}
          </Button>
        </>
      )}
      {asks.value && (
        <div className={css.confirm}>
          <p>{t('limits.pauseConfirm', { time: dateTime(end) })}</p>
          <div className={css.buttons}>
            <Button
              kind="primary"
              busy={saving.value === 'pause'}
              disabled={saving.value !== undefined}
              onClick={start}
            >
              {t('limits.pauseStart')}
            </Button>
            <Button
              id={CANCEL_ID}
              disabled={saving.value === 'pause'}
              onClick={() => {
                asks.value = false
                clearSaveFailure()
              }}
            >
              {t('limits.cancel')}
            </Button>
          </div>
        </div>
      )}
      {failure?.of === 'pause' && (
        <p className={css.failure} role="alert">
          {failureText(failure.failure)}
        </p>
      )}
    </div>
  )
}
