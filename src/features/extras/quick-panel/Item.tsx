import type { QuickItem } from '../../../contract/extras.ts'
import { EVENT_TYPES } from '../../../contract/player.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { money } from '../../../i18n/format.ts'
import { locale, t } from '../../../i18n/index.ts'
import { textIn } from '../../../i18n/localize.ts'

/** An event or action with the text of the account pages, else with the server's title. */
function titleOf({ type, action, title }: QuickItem, language: typeof locale.value): string {
  const event = EVENT_TYPES.find((known) => known === type)
  if (event) return t(`account.event.${event}`)
  return action ? t(`account.action.${action}`) : textIn(title, language)
}

export function Item({ item }: { item: QuickItem }) {
  const { detail, time, amount, machine } = item
  const details = [
    typeof amount === 'number' && money(amount, { signDisplay: 'exceptZero' }),
    machine,
    textIn(detail, locale.value),
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
