import { t } from '../../i18n/index.ts'
import { ContactLink } from '../settings/ContactLink.tsx'
import { contactLinks, supportLines } from '../settings/contact-links.ts'
import css from './StatementContacts.module.css'

/** The operator's ways of contact, below the accessibility statement, which as a file knows no settings. */
export function StatementContacts() {
  const links = [...supportLines.value, ...contactLinks.value]
  if (links.length === 0) return null
  return (
    <section className={css.contacts} aria-label={t('contact.title')}>
      {links.map((link) => (
        <ContactLink key={link.kind + link.url} {...link} />
      ))}
    </section>
  )
}
