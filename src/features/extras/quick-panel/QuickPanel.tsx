import { useEffect } from 'react'
import type { QuickItem } from '../../../contract/extras.ts'
import { EVENT_TYPES } from '../../../contract/player.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, intlLocale, locale, t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { Switch } from '../../../ui/fluent-widgets.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import panelCss from '../Panel.module.css'
import { PANEL_ID, Panel } from '../Panel.tsx'
import { loadQuickPanel, toggleQuickSetting } from './actions.ts'
import css from './Quick.module.css'
import { DEFAULT_TOGGLES, quickData, quickFailure, type Toggles, toggles } from './state.ts'

/** The text of an event or action from the account pages, else the server's title. */
function titleOf({ type, action, title }: QuickItem, language: typeof locale.value): string {
  const event = EVENT_TYPES.find((known) => known === type)
  if (event) return t(`account.event.${event}`)
  return action ? t(`account.action.${action}`) : localize(title, language)
}

function Item({ item }: { item: QuickItem }) {
  const { detail, time, amount, machine } = item
  const details = [
    typeof amount === 'number' && money(amount, { signDisplay: 'exceptZero' }),
    machine,
    localize(detail),
    time && dateTime(time, 'dayTime'),
  ].filter(Boolean)
  return (
    <li>
      <strong>
        <bdi>{titleOf(item, locale.value)}</bdi>
      </strong>
      {details.length > 0 && (
        <small>
          {details.map((part, index) => (
            <span key={String(part)}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
        </small>
      )}
    </li>
  )
}

const NAMES = Object.keys(DEFAULT_TOGGLES) as (keyof Toggles)[]

function Today() {
  const now = new Date()
  const format = (options: Intl.DateTimeFormatOptions) => now.toLocaleDateString(intlLocale(), options)
  return (
    <section className={css.today}>
      <h3>{t('extras.quick.today')}</h3>
      <time dateTime={now.toLocaleDateString('sv')}>
        <b>{format({ weekday: 'long' })}</b> {format({ day: 'numeric', month: 'long', year: 'numeric' })}
      </time>
    </section>
  )
}

function List({
  title,
  empty,
  items,
}: {
  title: string
  empty: string
  items: readonly QuickItem[] | undefined
}) {
  return (
    <section>
      <h3>{title}</h3>
      {items?.length === 0 ? (
        <p className={panelCss.note}>{empty}</p>
      ) : (
        <ul className={css.list} aria-busy={!items}>
          {items?.map((item) => <Item key={item.id} item={item} />) ??
            [1, 2].map((index) => <li key={index} className={css.ghost} aria-hidden="true" />)}
        </ul>
      )}
    </section>
  )
}

/** Events and notes, or the failure. */
function QuickData() {
  const data = quickData.value
  const failure = quickFailure.value
  if (failure?.status === 404) return <p className={panelCss.note}>{t('extras.quick.absent')}</p>
  return (
    <>
      {failure && (
        <section className={css.failure} role="alert">
          <p>{failureText(failure)}</p>
          <TransientButton next={PANEL_ID} onClick={loadQuickPanel}>
            {t('app.retry')}
          </TransientButton>
        </section>
      )}
      {(data || !failure) && (
        <>
          <List title={t('extras.quick.events')} empty={t('extras.quick.noEvents')} items={data?.events} />
          <List title={t('extras.quick.notes')} empty={t('extras.quick.noNotes')} items={data?.notes} />
        </>
      )}
    </>
  )
}

/** The date, events and notes, and the quick settings. */
export function QuickPanel() {
  useEffect(() => void loadQuickPanel(), [])
  return (
    <Panel name="quick" title={t('extras.quick.title')}>
      <div className={panelCss.body}>
        <Today />
        <QuickData />
        <section>
          <h3>{t('extras.quick.settings')}</h3>
          {NAMES.map((name) => (
            <Switch
              key={name}
              title={t(`extras.quick.${name}`)}
              lead={t(`extras.quick.${name}Lead`)}
              on={toggles.value[name]}
              onToggle={() => toggleQuickSetting(name)}
            />
          ))}
        </section>
      </div>
    </Panel>
  )
}
