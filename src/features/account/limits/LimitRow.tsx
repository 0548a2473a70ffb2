import { useSignal } from '@preact/signals-react'
import type { FormEvent, MouseEvent } from 'react'
import type { PendingLimit, PlayerLimit } from '../../../contract/limits.ts'
import { dateTime, duration } from '../../../i18n/dates.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toast.ts'
import { saveLimit } from './actions.ts'
import css from './Limits.module.css'
import { isStricter, isTime, parseLimit } from './limit-input.ts'
import { clearSaveFailure, saveFailure, saving } from './state.ts'
import { useFormFocus } from './use-form-focus.ts'

const MINUTE_MS = 60_000

function format({ kind }: PlayerLimit, value: number): string {
  return isTime(kind) ? duration(value * MINUTE_MS, true) : money(value)
}

function usedText(limit: PlayerLimit): string {
  const { kind, used } = limit
  if (isTime(kind)) return t('limits.played', { time: format(limit, used) })
  return t(used < 0 ? 'limits.won' : 'limits.lost', { amount: money(Math.abs(used)) })
}

function pendingText(limit: PlayerLimit, { value, from }: PendingLimit): string {
  const time = dateTime(from, 'dayTime')
  if (!from) return t('limits.pendingUnknown')
  if (typeof value !== 'number') return t('limits.pendingNone', { time })
  return t('limits.pending', { time, value: format(limit, value) })
}

/** Only its kind is known. */
const isUnreadable = ({ value, resets }: PlayerLimit) => value === undefined && resets === ''

function valueText(limit: PlayerLimit): string {
  if (isUnreadable(limit)) return t('failure.invalid')
  return typeof limit.value === 'number' ? format(limit, limit.value) : t('limits.none')
}

/** Saves the limit and says so, because nothing else announces the new value. */
async function saveAndSay(kind: PlayerLimit['kind'], value: number | null): Promise<boolean> {
  const isSaved = await saveLimit(kind, value)
  if (isSaved) toast(t('limits.saved'), { kind: 'good' })
  return isSaved
}

const fieldId = (kind: PlayerLimit['kind']) => `limit-${kind}`

/** A limit with what is used of it, a pending change, and the form that changes it. */
export function LimitRow({ limit }: { limit: PlayerLimit }) {
  const { kind, value, used, resets, pending } = limit
  const open = useSignal(false)
  const openerId = `change-${kind}`
  useFormFocus(open.value, fieldId(kind), openerId)
  const isSet = typeof value === 'number'
  // One change at a time is sent.
  const isSaving = saving.value !== undefined
  const failure = saveFailure.value
  const close = () => {
    open.value = false
    clearSaveFailure()
  }
  const withdraw = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!(await saveAndSay(kind, value ?? null))) return
    // The button disappears with the pending change.
    const { activeElement, body } = document
    if (activeElement === currentTarget || activeElement === body) document.getElementById(openerId)?.focus()
  }
  return (
    <li className={css.row} data-limit={kind}>
      <div className={css.head}>
        <div>
          <strong>{t(`limits.kind.${kind}`)}</strong>
          <span className={css.value}>{valueText(limit)}</span>
        </div>
        {!open.value && (
          <Button
            id={openerId}
            aria-label={`${t(isSet ? 'limits.change' : 'limits.set')}: ${t(`limits.kind.${kind}`)}`}
            onClick={() => {
              open.value = true
            }}
          >
            {t(isSet ? 'limits.change' : 'limits.set')}
          </Button>
        )}
      </div>
      {isSet && <progress max={value} value={Math.min(value, Math.max(0, used))} aria-hidden="true" />}
      {!isUnreadable(limit) && (
        <small>
          <span>{usedText(limit)}</span>{' '}
          <span>{t('limits.resets', { time: dateTime(resets, 'dayTime') })}</span>
        </small>
      )}
      {pending && (
        <div className={css.pending} role="status">
          <span>{pendingText(limit, pending)}</span>
          <Button busy={saving.value === kind} disabled={isSaving} onClick={withdraw}>
            {t('limits.withdraw')}
          </Button>
        </div>
      )}
      {open.value && <LimitForm limit={limit} onClose={close} />}
      {failure?.of === kind && (
        <p className={css.failure} role="alert">
          {failureText(failure.failure)}
        </p>
      )}
    </li>
  )
}

function LimitForm({ limit, onClose }: { limit: PlayerLimit; onClose: () => void }) {
  const { kind, value } = limit
  const text = useSignal('')
  const submitted = useSignal(false)
  const id = fieldId(kind)
  const next = parseLimit(kind, text.value)
  const busy = saving.value === kind
  const isSaving = saving.value !== undefined
  const save = async (to: number | null) => {
    if (await saveAndSay(kind, to)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    submitted.value = true
    if (next === undefined) document.getElementById(id)?.focus()
    else void save(next)
  }
  const isLater = next !== undefined && !isStricter(next, value)
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <TextField
        id={id}
        label={t(isTime(kind) ? 'limits.minutes' : 'limits.amount')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        value={text.value}
        error={
          submitted.value && next === undefined && t(isTime(kind) ? 'limits.badMinutes' : 'limits.badAmount')
        }
        onInput={({ currentTarget }: FormEvent<HTMLInputElement>) => {
          text.value = currentTarget.value
          submitted.value = false
        }}
      />
      {isLater && <p role="status">{t('limits.later')}</p>}
      <div className={css.buttons}>
        <Button type="submit" kind="primary" busy={busy} disabled={isSaving}>
          {t('limits.save')}
        </Button>
        {typeof value === 'number' && (
          <Button disabled={isSaving} onClick={() => save(null)}>
            {t('limits.remove')}
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          {t('limits.cancel')}
        </Button>
      </div>
    </form>
  )
}
