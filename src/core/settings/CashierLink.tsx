import { computed, type ReadonlySignal } from '@preact/signals-react'
import { t } from '../../i18n/index.ts'
import { linkProps } from '../../ui/link-props.ts'
import { kiosk } from './kiosk-mode.ts'
import { operatorSettings } from './operator.ts'

/** The operator's page where a player pays money in; empty without one, and at a kiosk, which has no tabs. */
export const cashierUrl: ReadonlySignal<string> = computed(() =>
  kiosk.value ? '' : operatorSettings.value.cashierUrl,
)

/** The link to the cashier. Draws nothing without a URL. */
export function CashierLink({ kind }: { kind: 'primary' | 'secondary' }) {
  const url = cashierUrl.value
  if (!url) return null
  return (
    <a className="button" data-kind={kind} {...linkProps(url)}>
      {t('app.deposit')}
    </a>
  )
}
