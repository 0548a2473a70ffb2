import { CHAT_STATUSES } from '../../../contract/extras.ts'
import { t } from '../../../i18n/index.ts'
import { setStatus } from './actions.ts'
import css from './Chat.module.css'
import { chatUser } from './state.ts'

/** How the player shows themselves; only where the chat says how they do. */
export function OwnStatus() {
  const status = chatUser.value?.status
  if (!status) return null
  return (
    <select
      className={css.own}
      aria-label={t('panels.chat.ownStatus')}
      value={status}
      onChange={({ currentTarget }) => {
        const next = CHAT_STATUSES.find((one) => one === currentTarget.value)
        if (next) void setStatus(next)
      }}
    >
      {CHAT_STATUSES.map((one) => (
        <option key={one} value={one}>
          {t(`panels.chat.status.${one}`)}
        </option>
      ))}
    </select>
  )
}
