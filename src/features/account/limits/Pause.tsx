import { useSignal } from '@preact/signals-react'
import { dateTime } from '../../../i18n/dates.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { toast } from '../../../ui/toast.ts'
import { isPaused, pauseEnd, startPause } from './actions.ts'
import css from './Limits.module.css'
import { clearSaveFailure, limits, saveFailure, saving } from './state.ts'
import { useFormFocus } from './use-form-focus.ts'

const HOUR_MS = 60 * 60_000

const OPENER_ID = 'pause-open'
const CANCEL_ID = 'pause-cancel'
const HEADING_ID = 'pause-heading'

const pausedText = (until: string) => t('limits.pausedUntil', { time: dateTime(until) })

/**
 * `lengths`: the offered pauses in days. `until`: the end of the current or last one, ISO 8601; undefined if
 * there was none.
 */
export function Pause({ lengths, until }: { lengths: readonly number[]; until: string | undefined }) {
  const chosen = useSignal(lengths[0])
  /** The pause that the player is to confirm, and the one that was in force at the question. */
  const question = useSignal<{ days: number; until: string | undefined } | undefined>(undefined)
  // A question that another pause has answered is closed: the next press must not start a longer one.
  const asked = question.value?.until === until ? question.value : undefined
  const failure = saveFailure.value
  const end = until !== undefined && isPaused(until) ? until : undefined
  // A shorter pause would change nothing.
  const offered = lengths.filter((length) => !end || pauseEnd(length) - HOUR_MS > Date.parse(end))
  const days = offered.find((length) => length === chosen.value) ?? offered[0]
  // Without another pause there is no button to go back to.
  useFormFocus(asked !== undefined, CANCEL_ID, days === undefined ? HEADING_ID : OPENER_ID)
  const start = async (length: number) => {
    if (!(await startPause(length))) return
    question.value = undefined
    const { pausedUntil } = limits.peek() ?? {}
    if (pausedUntil) toast(pausedText(pausedUntil), { unseen: true })
  }
  return (
    <div className={css.pause} data-testid="pause">
      <h3 id={HEADING_ID} tabIndex={-1}>
        {t('limits.pause')}
      </h3>
      {end && (
        <p className={css.paused} data-testid="paused">
          {pausedText(end)}
        </p>
      )}
      <p>{t('limits.pauseLead')}</p>
      {days !== undefined && !asked && (
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
              question.value = { days, until }
            }}
          >
            {t(end ? 'limits.pauseLonger' : 'limits.pause')}
          </Button>
        </>
      )}
      {asked && (
        <div className={css.confirm}>
          <p>{t('limits.pauseConfirm', { time: dateTime(new Date(pauseEnd(asked.days)).toISOString()) })}</p>
          <div className={css.buttons}>
            <Button
              kind="primary"
              busy={saving.value === 'pause'}
              disabled={saving.value !== undefined}
              onClick={() => start(asked.days)}
            >
              {t('limits.pauseStart')}
            </Button>
            <Button
              id={CANCEL_ID}
              disabled={saving.value === 'pause'}
              onClick={() => {
                question.value = undefined
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
