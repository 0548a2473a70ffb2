import type { GameSymbol, RulesAnswer } from '../../../contract/rules.ts'
import { count } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { plural } from '../../../i18n/plural.ts'
import { formatNumbers, percent } from './format.ts'
import css from './Rules.module.css'

/** Describes the special symbols: wilds, free spins, jackpot. */
export function Features({ rules, scatter }: { rules: RulesAnswer; scatter: GameSymbol | undefined }) {
  const { symbols, free, jackpot } = rules
  const wild = symbols.find(({ role }) => role === 'wild')
  const name = (symbol: GameSymbol | undefined) => (symbol ? localize(symbol.name) : '')
  const best = symbols.find(({ key }) => key === jackpot?.symbol)
  return (
    <section className={css.features}>
      {(wild || scatter) && (
        <>
          <h3>{t('info-panel.features')}</h3>
          <ul>
            {wild && (
              <li>
                {scatter
                  ? t('info-panel.wild', { name: name(wild), scatter: name(scatter) })
                  : t('info-panel.wildPlain', { name: name(wild) })}{' '}
                {wild.reels && t('info-panel.onReels', { reels: formatNumbers(wild.reels) })}
              </li>
            )}
            {scatter && (
              <li>
                {name(scatter)}: {t('info-panel.anywhere')}
              </li>
            )}
          </ul>
        </>
      )}
      {free && free.awards.length > 0 && (
        <>
          <h3>{t('info-panel.free')}</h3>
          <ul>
            {free.awards.map((award) => (
              <li key={award.count}>
                {plural('info-panel.freeAward', award.rounds, {
                  symbols: count(award.count),
                  name: name(scatter),
                })}
              </li>
            ))}
            {free.multiplier !== 1 && (
              <li>{t('info-panel.multiplier', { times: count(free.multiplier) })}</li>
            )}
            {free.held && <li>{t('info-panel.held', { reels: formatNumbers(free.held) })}</li>}
          </ul>
        </>
      )}
      {jackpot && (
        <>
          <h3>{t('info-panel.jackpot')}</h3>
          <ul>
            <li>{t('info-panel.jackpotShare', { share: percent(jackpot.share) })}</li>
            {best && <li>{t('info-panel.jackpotWin', { name: name(best) })}</li>}
            {jackpot.paid && <li>{t('info-panel.jackpotPaid', { paid: percent(jackpot.paid) })}</li>}
          </ul>
        </>
      )}
    </section>
  )
}
