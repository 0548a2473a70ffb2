import { artKey } from '../../../core/router/machine-paths.ts'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { machine } from '../../game/play/state.ts'
import { visitSpins } from '../../game/play-record/state.ts'
import { brandJackpots, brands } from '../../lobby/state.ts'
import { lastWins } from './last-wins.ts'
import css from './MachineSign.module.css'

/** What a kiosk's band above the picture shows beside the poster: the jackpot, and the player's last wins. */
export function MachineSign() {
  const { brand } = machine.value ?? {}
  const known = brands.value.find((one) => artKey(one) === brand)
  const [jackpot] = known ? brandJackpots(known.id) : []
  const wins = lastWins(visitSpins.value)
  if (!jackpot && wins.length === 0) return null
  return (
    <div className={css.sign} data-testid="machine-sign">
      {jackpot !== undefined && jackpot > 0 && (
        <p className={css.jackpot}>
          {t('machine-sign.jackpot')} <b className="figures">{money(jackpot)}</b>
        </p>
      )}
      {wins.length > 0 && (
        <section className={css.wins} aria-labelledby="machine-sign-wins">
          <h2 id="machine-sign-wins">{t('machine-sign.wins')}</h2>
          <ul>
            {wins.map(({ id, win, stake }) => (
              <li key={id}>
                <b className="figures">{money(win)}</b>
                {stake > 0 && win >= stake && <span>×{count(Math.floor(win / stake))}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
