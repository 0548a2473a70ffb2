import { useLayoutEffect, useRef } from 'react'
import type { ChatContact, ChatMessage } from '../../../contract/extras.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { failureText, locale, t } from '../../../i18n/index.ts'
import { textIn } from '../../../i18n/localize.ts'
import { Button } from '../../../ui/Button.tsx'
import { discardMessage, loadChat, retryMessage } from './actions.ts'
import css from './Chat.module.css'
import { Compose } from './Compose.tsx'
import { conversation, conversationFailure, type Outgoing, outgoing } from './state.ts'

/** So near to the newest message somebody reads that, and goes on with the next; px. */
const NEAR = 80

/** The messages with somebody, and the line to write to them. */
export function Conversation({ contact }: { contact: ChatContact }) {
  return (
    <section className={css.talk} aria-label={contact.name}>
      <p className={css.with}>
        <strong>
          <bdi>{contact.name}</bdi>
        </strong>
        <small>{t(`panels.chat.status.${contact.status}`)}</small>
      </p>
      <Messages contact={contact} />
      <Compose />
    </section>
  )
}

function Messages({ contact }: { contact: ChatContact }) {
  const list = useRef<HTMLOListElement>(null)
  const near = useRef(true)
  const messages = conversation.value
  const waiting = outgoing.value
  const failure = conversationFailure.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something is added
  useLayoutEffect(() => {
    const box = list.current
    if (box && near.current) box.scrollTop = box.scrollHeight
  }, [messages, waiting])
  const onScroll = () => {
    const box = list.current
    if (box) near.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
  }
  if (!messages && failure)
    return (
      <div className={css.empty} role="alert">
        <p>{failureText(failure)}</p>
        <Button onClick={loadChat}>{t('app.retry')}</Button>
      </div>
    )
  const isEmpty = messages?.length === 0 && waiting.length === 0
  return (
    <>
      {isEmpty && <p className={css.empty}>{t('panels.chat.begin')}</p>}
      <ol
        ref={list}
        className={css.messages}
        role="log"
        aria-label={t('panels.chat.messages')}
        aria-busy={!messages}
        // A list that is longer than its box is scrolled by keys too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        hidden={isEmpty}
        onScroll={onScroll}
      >
        {!messages && [1, 2, 3].map((ghost) => <li key={ghost} className={css.ghost} aria-hidden="true" />)}
        {messages?.map((message) => (
          <Message
            key={message.id ?? `${message.who} ${message.time}`}
            message={message}
            isOwn={message.who !== contact.id}
            name={contact.name}
          />
        ))}
        {waiting.map((message) => (
          <Leaving key={message.requestId} message={message} />
        ))}
      </ol>
      {messages && failure && (
        <p className={css.stale} role="status">
          {t('panels.chat.stale')}
        </p>
      )}
    </>
  )
}

interface MessageProps {
  message: ChatMessage
  isOwn: boolean
  name: string
}

function Message({ message, isOwn, name }: MessageProps) {
  const isToday = new Date(message.time).toDateString() === new Date().toDateString()
  return (
    <li className={css.message} data-own={isOwn ? '' : undefined}>
      <span className="quiet-text">{isOwn ? t('panels.chat.you') : name}: </span>
      <p dir="auto">{textIn(message.message, locale.value)}</p>
      <small>
        {message.automatic && <span>{t('panels.chat.automatic')} · </span>}
        <time dateTime={message.time}>{dateTime(message.time, isToday ? 'time' : 'dayTime')}</time>
      </small>
    </li>
  )
}

/** A message on its way, or one that did not get there. */
function Leaving({ message: { requestId, text, failure } }: { message: Outgoing }) {
  return (
    <li className={css.message} data-own="" data-leaving={failure ? 'failed' : ''}>
      <span className="quiet-text">{t('panels.chat.you')}: </span>
      <p dir="auto">{text}</p>
      {failure ? (
        <div className={css.failed} role="alert">
          <small>
            {t('panels.chat.notSent')} {failureText(failure)}
          </small>
          <Button onClick={() => retryMessage(requestId)}>{t('panels.chat.again')}</Button>
          <Button kind="quiet" onClick={() => discardMessage(requestId)}>
            {t('panels.chat.giveUp')}
          </Button>
        </div>
      ) : (
        <small>{t('panels.chat.sending')}</small>
      )}
    </li>
  )
}
