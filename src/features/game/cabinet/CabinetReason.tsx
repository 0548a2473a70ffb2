import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { cabinetBlock, longTransfer } from './state.ts'

/** Why the cabinet takes no command, in one line. */
export function CabinetReason() {
  const block = cabinetBlock.value
  if (!block) return null
  if (block !== 'transfer') return <>{t(`cabinet.status.${block}`)}</>
  const transfer = longTransfer.value
  if (!transfer) return null
  const { direction, amount } = transfer
  return <>{t(`cabinet.transfer.${direction}`, { amount: money(amount) })}</>
}
