import { MAX_PAUSE_DAYS } from '../../../contract/limits.ts'
import { t } from '../../../i18n/index.ts'
import { FailureNotice } from '../Notice.tsx'
import pageCss from '../ProfilePage.module.css'
import { useLoadOnOpen } from '../use-load-on-open.ts'
import { loadLimits } from './actions.ts'
import { DepositLimitLink } from './DepositLimitLink.tsx'
import { LimitRow } from './LimitRow.tsx'
import css from './Limits.module.css'
import { Pause } from './Pause.tsx'
import { limits, limitsFailure, limitsLoad } from './state.ts'

const HEADING_ID = 'account-limits'

/** The operator's deposit limit and, where the server keeps them, the limits and the pause of the player. */
export function Limits({ isKept }: { isKept: boolean }) {
  return (
    <section className={pageCss.card} data-testid="limits">
      <h2 id={HEADING_ID} tabIndex={-1}>
        {t('limits.title')}
      </h2>
      <DepositLimitLink />
      {isKept && <OwnLimits />}
    </section>
  )
}

function OwnLimits() {
  useLoadOnOpen(limitsLoad, loadLimits)
  const load = limitsLoad.value
  const answer = limits.value
  const failure = limitsFailure.value
  // Others cannot be requested.
  const pauseDays = answer?.pauseDays.filter((days) => days > 0 && days <= MAX_PAUSE_DAYS) ?? []
  const pausedUntil = answer?.pausedUntil || undefined
  return (
    <div className={css.own} aria-busy={!answer && !failure}>
      {load === 'absent' && <p className={pageCss.none}>{t('account.absentLead')}</p>}
      {!answer && !failure && <i className={pageCss.ghost} />}
      {failure && load !== 'absent' && (
        <FailureNotice failure={failure} onRetry={loadLimits} next={HEADING_ID} />
      )}
      {answer && (
        <>
          <p className={pageCss.none}>{t('limits.lead')}</p>
          <ul className={css.rows}>
            {answer.limits.map((limit) => (
              <LimitRow key={limit.kind} limit={limit} />
            ))}
          </ul>
          {answer.timeZone && (
            <small className={css.zone}>
              {t('limits.zone', { zone: answer.timeZone.replaceAll('_', ' ') })}
            </small>
          )}
          {(pauseDays.length > 0 || pausedUntil) && <Pause lengths={pauseDays} until={pausedUntil} />}
        </>
      )}
    </div>
  )
}
