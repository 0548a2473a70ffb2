import { failureText, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../Panel.tsx'
import { openChat } from './actions.ts'
import css from './Chat.module.css'
import { Contacts } from './Contacts.tsx'
import { Conversation } from './Conversation.tsx'
import { OwnStatus } from './OwnStatus.tsx'
import { contacts, contactsFailure, contactsLoad, selected } from './state.ts'

/** Team Chat: who there is to write to at its start, and the messages with one of them. */
export function ChatPanel() {
  return (
    <Panel name="chat" title={t('panels.chat.title')} aside={<OwnStatus />}>
      <Inside />
    </Panel>
  )
}

function Inside() {
  const load = contactsLoad.value
  const failure = contactsFailure.value
  if (load === 'absent') return <p className={css.empty}>{t('panels.chat.absent')}</p>
  if (load === 'failed')
    return (
      <div className={css.empty} role="alert">
        <p>{failure && failureText(failure)}</p>
        <Button onClick={openChat}>{t('app.retry')}</Button>
      </div>
    )
  if (load === 'ready' && contacts.value.length === 0)
    return <p className={css.empty}>{t('panels.chat.nobody')}</p>
  return (
    <div className={css.chat}>
      <Contacts />
      {selected.value ? (
        <Conversation contact={selected.value} key={selected.value.id} />
      ) : (
        <p className={css.empty} aria-busy={load === 'loading'}>
          {load === 'ready' && t('panels.chat.choose')}
        </p>
      )}
      {failure && (
        <p className={css.stale} role="status">
          {t('panels.chat.stale')}
        </p>
      )}
    </div>
  )
}
