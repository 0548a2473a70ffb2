import type { QuickItem } from '../../../contract/extras.ts'
import { EVENT_TYPES } from '../../../contract/player.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { money } from '../../../i18n/format.ts'
import { locale, t } from '../../../i18n/index.ts'
import { textIn } from '../../../i18n/localize.ts'

/** What it is: what happened to the player, in the words of the account pages; else the server's own title. */
function titleOf({ type, action, title }: QuickItem, language: typeof locale.value): string {
  const event = EVENT_TYPES.find((one) => one === type)
  if (event) return t(`account.event.${event}`)
  return action ? t(`account.action.${action}`) : textIn(title, language)
}

/** One line of the quick panel. */
export function Item({ item }: { item: QuickItem }) {
  const { detail, time, amount, machine } = item
  const more = [
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
      {more.length > 0 && (
        <small>
          {more.map((part, at) => (
            <span key={String(part)}>
              {at > 0 && ' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
        </small>
      )}
    </li>
  )
}
