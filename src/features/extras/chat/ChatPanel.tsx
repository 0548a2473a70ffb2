import { CHAT_STATUSES } from '../../../contract/extras.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { Select } from '../../../ui/Select.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { PANEL_ID, Panel } from '../Panel.tsx'
import { openChat, setStatus } from './actions.ts'
import css from './Chat.module.css'
import { Contacts } from './Contacts.tsx'
import { Conversation } from './Conversation.tsx'
import { chatUser, contacts, contactsFailure, contactsLoad, selected } from './state.ts'

/** The player's own chat status; shown only where the server sends one. */
function OwnStatus() {
  const status = chatUser.value?.status
  if (!status) return null
  return (
    <div className={css.ownStatus}>
      <Select
        label={t('extras.chat.ownStatus')}
        value={status}
        options={CHAT_STATUSES.map((option) => [option, t(`extras.chat.status.${option}`)] as const)}
        onSelect={(next) => void setStatus(next)}
      />
    </div>
  )
}

/** Team Chat: the contacts, and the conversation with the selected one. */
export function ChatPanel() {
  return (
    <Panel name="chat" title={t('extras.chat.title')} aside={<OwnStatus />}>
      <PanelBody />
    </Panel>
  )
}

function PanelBody() {
  const load = contactsLoad.value
  const failure = contactsFailure.value
  if (load === 'absent') return <p className={css.empty}>{t('extras.chat.absent')}</p>
  if (load === 'failed')
    return (
      <div className={css.empty} role="alert">
        <p>{failure && failureText(failure)}</p>
        <TransientButton next={PANEL_ID} onClick={openChat}>
          {t('app.retry')}
        </TransientButton>
      </div>
    )
  if (load === 'ready' && contacts.value.length === 0)
    return <p className={css.empty}>{t('extras.chat.nobody')}</p>
  return (
    <div className={css.chat}>
      <Contacts />
      {selected.value ? (
        <Conversation contact={selected.value} key={selected.value.id} />
      ) : (
        <p className={css.empty} aria-busy={load === 'loading'}>
          {load === 'ready' && t('extras.chat.choose')}
        </p>
      )}
      {failure && (
        <p className={css.stale} role="status">
          {t('extras.chat.stale')}
        </p>
      )}
    </div>
  )
}
