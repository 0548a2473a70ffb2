import { useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { duration } from '../../../i18n/dates.ts'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { Select } from '../../../ui/Select.tsx'
import { visitSince, visitTotals } from '../play-record/state.ts'
import { netOf } from '../play-record/visit-totals.ts'
import { reminder, setReminder } from '../player-protection/state.ts'
import css from './Tabs.module.css'

/** The totals of the visit: duration, money in and out, net result. */
export function VisitTab() {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 1000)
    return () => clearInterval(timer)
  }, [now])
  const visit = visitTotals.value
  if (!visit) return <p className={css.lead}>{t('info-panel.loading')}</p>
  const net = netOf(visit)
  const { loaded, staked, won, cashedOut, credit, spins, freeSpins } = visit
  const spinCount =
    freeSpins > 0 ? t('info-panel.countFree', { count: count(spins), free: count(freeSpins) }) : count(spins)
  return (
    <div className={css.session}>
      <section className={css.net}>
        <h3>{t('info-panel.net')}</h3>
        <div className="figures" data-testid="net">
          {money(net, { signDisplay: 'exceptZero' })}
        </div>
        <p className={css.lead}>{t('info-panel.sum')}</p>
      </section>
      <dl>
        <Row name={t('info-panel.elapsed')} text={duration(Math.max(0, now.value - visitSince.value))} />
        <Row name={t('info-panel.count')} text={spinCount} id="spins" />
      </dl>
      <dl>
        <Row name={t('info-panel.loaded')} text={money(loaded)} id="loaded" />
        <Row name={t('info-panel.staked')} text={money(staked)} id="staked" />
        <Row name={t('info-panel.won')} text={money(won)} id="won" />
        <Row name={t('info-panel.cashedOut')} text={money(cashedOut)} id="cashedOut" />
        <Row name={t('game.credit')} text={money(credit)} id="credit" />
      </dl>
      <Reminder />
    </div>
  )
}

/** Chooses the interval of reality checks, within what the operator requires. */
function Reminder() {
  const { required, choices, chosen } = reminder.value
  if (choices.length < 2) return null
  return (
    <Select
      label={t('info-panel.remind')}
      value={chosen}
      options={choices.map(
        (ms) => [ms, ms || required ? duration(ms || required, true) : t('info-panel.never')] as const,
      )}
      onSelect={setReminder}
    />
  )
}

function Row({ name, text, id }: { name: string; text: string; id?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures" data-testid={id && `visit-${id}`}>
        {text}
      </dd>
    </div>
  )
}
