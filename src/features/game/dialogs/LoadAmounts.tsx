import { type ReactNode, useMemo } from 'react'
import { sessionArea } from '../../../core/session/stored-token.ts'
import { settings } from '../../../core/settings/settings.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { money, plainMoney } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { stake } from '../play/state.ts'
import css from './LoadDialog.module.css'
import { loadAmounts } from './load-amounts.ts'

const COLOURS = ['blue', 'green', 'purple', 'yellow', 'red']

/** The amount of the player's last load, cents. */
const LAST_KEY = 'reelcast.last-load'

export const storeLastAmount = (cents: number) => write(sessionArea(), LAST_KEY, String(cents))

type Props = { wallet: number; selected: number | undefined; onSelect: (cents: number) => void }

/** The id of the reason why an amount is off. */
const TOO_MUCH_ID = 'load-too-much'

/**
 * The amounts to choose from: by the stake, the last one, and the operator's coins. What the wallet cannot
 * pay is off.
 */
export function LoadAmounts({ wallet, selected, onSelect }: Props) {
  const last = useMemo(() => Number(read(sessionArea(), LAST_KEY)) || undefined, [])
  const { byStake, coins } = loadAmounts({
    stake: stake.value,
    last,
    hotCoins: settings.value.hotCoins,
  })
  if (byStake.length + coins.length === 0) return null
  const choice = (cents: number) => ({
    type: 'button' as const,
    'aria-pressed': selected === cents,
    onClick: () => onSelect(cents),
    ...(cents > wallet && { disabled: true, 'aria-describedby': TOO_MUCH_ID }),
  })
  return (
    <div className={css.choices}>
      <span className="quiet-text" id={TOO_MUCH_ID}>
        {t('dialogs.tooMuch')}
      </span>
      {byStake.length > 0 && (
        <Group name={t('dialogs.byStake', { amount: money(stake.value ?? 0) })} className={css.amounts}>
          {byStake.map(({ cents, stakes, isLast }) => (
            <button key={cents} {...choice(cents)} className={css.amount}>
              <b className="figures">{money(cents)}</b>
              <small>{isLast ? t('dialogs.last') : plural('dialogs.spins', stakes ?? 0)}</small>
            </button>
          ))}
        </Group>
      )}
      {coins.length > 0 && (
        <Group name={t('dialogs.coins')} className={css.coins}>
          {coins.map(({ cents, place }) => (
            <button
              key={cents}
              {...choice(cents)}
              className={css.coin}
              data-colour={COLOURS[place % COLOURS.length]}
              aria-label={money(cents)}
            >
              <span className="figures">{plainMoney(cents)}</span>
            </button>
          ))}
        </Group>
      )}
    </div>
  )
}

interface GroupProps {
  name: string
  className: string | undefined
  children: ReactNode
}

/** Amounts of one kind under their name. */
const Group = ({ name, className, children }: GroupProps) => (
  <fieldset className={css.group}>
    <legend>{name}</legend>
    <div className={className}>{children}</div>
  </fieldset>
)
