import type { ChatContact, ChatStatus } from '../../../contract/extras.ts'
import { intlLocale, t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { selectContact } from './actions.ts'
import css from './Chat.module.css'
import { contacts, contactsLoad, selected } from './state.ts'

const PLACEHOLDERS = [1, 2, 3, 4, 5]

/** The first letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const both = words.length > 1 ? [words[0], words.at(-1)] : words
  return both
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase(intlLocale())
}

/** A contact's picture or initials, with the status. The initials are no part of the button's label. */
function ContactAvatar({ contact: { name, avatar, status } }: { contact: ChatContact }) {
  return (
    <span className={css.face} data-initials={avatar ? undefined : initials(name)}>
      {avatar && <img src={avatar} alt="" width={44} height={44} />}
      <StatusMark status={status} />
    </span>
  )
}

function Contact({ contact }: { contact: ChatContact }) {
  const { id, name, status, unread } = contact
  const label = [name, t(`extras.chat.status.${status}`), unread > 0 && plural('extras.chat.unread', unread)]
  return (
    <li>
      <button
        type="button"
        className={css.contact}
        aria-label={label.filter(Boolean).join(', ')}
        aria-pressed={selected.value?.id === id}
        title={name}
        onClick={() => void selectContact(id)}
      >
        <ContactAvatar contact={contact} />
        {unread > 0 && <b className={css.unread}>{unread > 9 ? '9+' : unread}</b>}
        <span className={css.short}>{name.trim().split(/\s+/)[0]}</span>
      </button>
    </li>
  )
}

export function Contacts() {
  return (
    <ul className={css.contacts} aria-label={t('extras.chat.contacts')}>
      {contactsLoad.value === 'loading'
        ? PLACEHOLDERS.map((index) => <li key={index} className={css.ghostFace} aria-hidden="true" />)
        : contacts.value.map((contact) => <Contact key={contact.id} contact={contact} />)}
    </ul>
  )
}

/** Each status has its own shape, so that it does not depend on colour. */
const SHAPES: Record<ChatStatus, string> = {
  // A tick.
  online: 'M4.6 8.2l2.3 2.3 4.5-4.8',
  // No entry.
  'do-not-disturb': 'M4.6 8h6.8',
  // The hands of a clock.
  away: 'M8 4.4V8l2.4 1.6',
  // A cross.
  offline: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
}

/** A chat status as an icon; the parent has the accessible text. */
function StatusMark({ status }: { status: ChatStatus }) {
  return (
    <svg className={css.mark} data-status={status} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d={SHAPES[status]} />
    </svg>
  )
}
