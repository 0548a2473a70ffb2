import type { Machine } from '../../../contract/floor.ts'
import { shortMoney } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { TrophyIcon } from '../icons.tsx'

interface Props {
  machine: Machine
  /** With the words, which are otherwise for screen readers only. */
  isLong?: boolean
}

/** The range of stakes and the last big win of a machine, as far as the server sends them. */
export function Facts({ machine: { minStake, maxStake, lastBigWin }, isLong }: Props) {
  const range = minStake && maxStake ? [...new Set([minStake, maxStake])] : []
  const amounts = range.map((cents) => shortMoney(cents)).join(' – ')
  const word = isLong ? undefined : 'quiet-text'
  return (
    <>
      {amounts !== '' && (
        <span>
          <span className={word}>{t('card-overlay.stakes')} </span>
          <span className="figures">{amounts}</span>
        </span>
      )}
      {Boolean(lastBigWin) && (
        <span>
          <TrophyIcon />
          <span className={word}>{t('card-overlay.bigWin')} </span>
          <span className="figures">{shortMoney(lastBigWin ?? 0)}</span>
        </span>
      )}
    </>
  )
}
