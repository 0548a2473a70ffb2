import { CHAT_STATUSES } from '../../../contract/extras.ts'
import { t } from '../../../i18n/index.ts'
import { Select } from '../../../ui/Select.tsx'
import { setStatus } from './actions.ts'
import css from './Chat.module.css'
import { chatUser } from './state.ts'

/** The player's own chat status; shown only where the server sends one. */
export function OwnStatus() {
  const status = chatUser.value?.status
  if (!status) return null
  return (
    <div className={css.ownStatus}>
      <Select
        label={t('panels.chat.ownStatus')}
        value={status}
        options={CHAT_STATUSES.map((one) => [one, t(`panels.chat.status.${one}`)] as const)}
        onSelect={(next) => void setStatus(next)}
      />
    </div>
  )
}
