import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { type ChatContact, type ChatMessage, MAX_MESSAGE_LENGTH } from '../../../contract/extras.ts'
import { isToday } from '../../../core/connection/is-today.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { Button } from '../../../ui/Button.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { SendIcon } from '../icons.tsx'
import { discardMessage, loadChat, retryMessage, sendMessage, setDraft } from './actions.ts'
import css from './Chat.module.css'
import { conversation, conversationFailure, draft, type Outgoing, outgoing } from './state.ts'

/** The message field: Enter sends, Shift+Enter inserts a line break. */
function Compose() {
  const field = useRef<HTMLTextAreaElement>(null)
  const text = draft.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendMessage()
    // The next message is typed here.
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During a composition, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    submit(event)
  }
  return (
    <form className={css.compose} onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        maxLength={MAX_MESSAGE_LENGTH}
        placeholder={t('extras.chat.type')}
        aria-label={t('extras.chat.type')}
        enterKeyHint="send"
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        kind="primary"
        square
        type="submit"
        aria-label={t('extras.chat.send')}
        disabled={text.trim() === ''}
      >
        <SendIcon />
      </Button>
    </form>
  )
}

const CONVERSATION_ID = 'chat-conversation'
/** The list scrolls to new messages while it is within this distance of its end. */
const FOLLOW_DISTANCE_PX = 80

export function Conversation({ contact }: { contact: ChatContact }) {
  return (
    <section id={CONVERSATION_ID} className={css.conversation} tabIndex={-1} aria-label={contact.name}>
      <p className={css.with}>
        <strong>
          <bdi>{contact.name}</bdi>
        </strong>
        <small>{t(`extras.chat.status.${contact.status}`)}</small>
      </p>
      <Messages contact={contact} />
      <Compose />
    </section>
  )
}

function Messages({ contact }: { contact: ChatContact }) {
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const messages = conversation.value
  const unsent = outgoing.value
  const failure = conversationFailure.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each added message
  useLayoutEffect(() => {
    const box = list.current
    if (box && follows.current) box.scrollTop = box.scrollHeight
  }, [messages, unsent])
  const onScroll = () => {
    const box = list.current
    if (box) follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < FOLLOW_DISTANCE_PX
  }
  if (!messages && failure)
    return (
      <div className={css.empty} role="alert">
        <p>{failureText(failure)}</p>
        <TransientButton next={CONVERSATION_ID} onClick={loadChat}>
          {t('app.retry')}
        </TransientButton>
      </div>
    )
  const isEmpty = messages?.length === 0 && unsent.length === 0
  return (
    <>
      {isEmpty && <p className={css.empty}>{t('extras.chat.begin')}</p>}
      <div
        ref={list}
        className={css.log}
        role="log"
        aria-label={t('extras.chat.messages')}
        aria-busy={!messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
        tabIndex={0}
        hidden={isEmpty}
        onScroll={onScroll}
      >
        <ol className={css.messages}>
          {!messages && [1, 2, 3].map((ghost) => <li key={ghost} className={css.ghost} aria-hidden="true" />)}
          {messages?.map((message) => (
            <Message
              key={message.id ?? `${message.who} ${message.time}`}
              message={message}
              isOwn={message.who !== contact.id}
              name={contact.name}
            />
          ))}
          {unsent.map((message) => (
            <OutgoingMessage key={message.requestId} message={message} />
          ))}
        </ol>
      </div>
      {messages && failure && (
        <p className={css.stale} role="status">
          {t('extras.chat.stale')}
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
  return (
    <li className={css.message} data-own={isOwn ? '' : undefined}>
      <span className="quiet-text">{isOwn ? t('extras.chat.you') : name}: </span>
      <p dir="auto">{localize(message.message)}</p>
      <small>
        {message.automatic && <span>{t('extras.chat.automatic')} · </span>}
        <time dateTime={message.time}>
          {dateTime(message.time, isToday(message.time) ? 'time' : 'dayTime')}
        </time>
      </small>
    </li>
  )
}

/** A message that is being sent, or that failed. */
function OutgoingMessage({ message: { requestId, text, failure } }: { message: Outgoing }) {
  return (
    <li className={css.message} data-own="" data-outgoing={failure ? 'failed' : ''}>
      <span className="quiet-text">{t('extras.chat.you')}: </span>
      <p dir="auto">{text}</p>
      {failure ? (
        <div className={css.failed} role="alert">
          <small>
            {t('extras.chat.notSent')} {failureText(failure)}
          </small>
          <TransientButton next={CONVERSATION_ID} onClick={() => retryMessage(requestId)}>
            {t('extras.chat.again')}
          </TransientButton>
          <TransientButton kind="quiet" next={CONVERSATION_ID} onClick={() => discardMessage(requestId)}>
            {t('extras.chat.giveUp')}
          </TransientButton>
        </div>
      ) : (
        <small>{t('extras.chat.sending')}</small>
      )}
    </li>
  )
}
