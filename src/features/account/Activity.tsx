import { EVENT_TYPES } from '../../contract/player.ts'
import { dateTime } from '../../i18n/dates.ts'
import { t } from '../../i18n/index.ts'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { eventPages } from './actions.ts'
import { CheckIcon, WarnIcon } from './icons.tsx'
import { FailureNotice } from './Notice.tsx'
import css from './ProfilePage.module.css'
import { type AccountEvent, events } from './state.ts'
import { useLoadOnOpen } from './use-load-on-open.ts'

/** Events that are marked with a warning icon. */
const GRAVE = new Set(['login fail', 'not allowed', 'check fail', 'temporary blocked', 'kicked by player'])
const HEADING_ID = 'account-events'
const GHOSTS = [1, 2, 3, 4, 5, 6]

/** An event's text; an unknown type is shown as the server sent it. */
function eventText(type: string): string {
  const known = EVENT_TYPES.find((one) => one === type)
  return known ? t(`account.event.${known}`) : type
}

function Event({ type, time, ip, machine }: AccountEvent) {
  const grave = GRAVE.has(type)
  return (
    <li className={css.event} data-grave={grave ? '' : undefined}>
      {grave ? <WarnIcon /> : <CheckIcon />}
      <span>{eventText(type)}</span>
      <small>
        <bdi>{dateTime(time)}</bdi>
        {ip && (
          <>
            {' · '}
            <bdi>{ip}</bdi>
          </>
        )}
        {machine && (
          <>
            {' · '}
            <bdi>{machine}</bdi>
          </>
        )}
      </small>
    </li>
  )
}

/** Below the events: the button for the next page, or the failure of the last request. */
function Foot() {
  const failure = events.failure.value
  if (failure) {
    return <FailureNotice failure={failure} onRetry={eventPages.retry} next={HEADING_ID} />
  }
  if (events.cursor.value === undefined) return null
  return (
    <TransientButton
      next={HEADING_ID}
      busy={events.request.value === 'more'}
      disabled={events.request.value !== undefined}
      onClick={eventPages.more}
    >
      {t('account.more')}
    </TransientButton>
  )
}

/** The log of the account's events. */
export function Activity() {
  useLoadOnOpen(events.load, eventPages.open)
  const load = events.load.value
  // A verified session is no news of the player: each opened page is one.
  const rows = events.rows.value.filter(({ type }) => type !== 'check success')
  const waiting = load === 'idle' || load === 'loading'
  return (
    <section className={css.card} aria-busy={waiting}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        {t('account.activity')}
      </h2>
      {load === 'absent' ? (
        <p className={css.none}>{t('account.absentLead')}</p>
      ) : (
        <>
          {waiting && (
            <ul className={css.events} aria-label={t('account.loading')}>
              {GHOSTS.map((ghost) => (
                <li key={ghost} className={css.event}>
                  <i className={css.ghost} />
                </li>
              ))}
            </ul>
          )}
          {load === 'ready' && rows.length === 0 && events.cursor.value === undefined && (
            <p className={css.none}>{t('account.noActivity')}</p>
          )}
          {rows.length > 0 && (
            <ul className={css.events}>
              {rows.map((event) => (
                <Event key={event.id} {...event} />
              ))}
            </ul>
          )}
          <Foot />
        </>
      )}
    </section>
  )
}
