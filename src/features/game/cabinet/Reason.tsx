import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { game } from '../play/state.ts'
import { cabinetBlock } from './state.ts'

/** Why the cabinet takes no command, in one line. */
export function Reason() {
  const block = cabinetBlock.value
  if (!block) return null
  if (block !== 'transfer') return <>{t(`cabinet.status.${block}`)}</>
  const { direction = 'load', amount = 0 } = game.value?.cabinet?.transfer ?? {}
  return <>{t(`cabinet.transfer.${direction}`, { amount: money(amount) })}</>
}
