import { useComputed } from '@preact/signals-react'
import { count } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { freeCountOf } from '../pushed-figures.ts'

/** "5 of 8 free", or the number of machines alone: a text node of its own, as a jackpot is. */
export function MachineCount({ id, total }: { id: string; total: number }) {
  return (
    <>
      {useComputed(() => {
        const free = freeCountOf(id)
        return free === undefined
          ? plural('lobby.machines', total)
          : t('card-overlay.free', { free: count(free), count: count(total) })
      })}
    </>
  )
}
