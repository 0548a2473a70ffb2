import { computed, type ReadonlySignal } from '@preact/signals-react'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { linkProps } from '../../../ui/link-props.ts'
import css from './Limits.module.css'

const TITLE_ID = 'deposit-limit'

/** The operator's page where a player limits deposits; empty without one, and at a kiosk: it has no tabs. */
export const depositLimitUrl: ReadonlySignal<string> = computed(() =>
  kiosk.value ? '' : operatorSettings.value.depositLimitUrl,
)

/** The link to that page, as prominent as the limits that the platform keeps. Draws nothing without a URL. */
export function DepositLimitLink() {
  const url = depositLimitUrl.value
  if (!url) return null
  return (
    <div className={css.row} data-testid="deposit-limit">
      <div className={css.head}>
        <div>
          <span id={TITLE_ID} className={css.value}>
            {t('limits.deposit')}
          </span>
          <p>{localize(operatorSettings.value.depositLimitText) || t('limits.depositLead')}</p>
        </div>
        <a className="button" data-kind="secondary" aria-describedby={TITLE_ID} {...linkProps(url)}>
          {t('limits.depositManage')}
        </a>
      </div>
    </div>
  )
}
