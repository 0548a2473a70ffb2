import { CONTACT_ICONS } from '../../ui/contact-icons.tsx'
import { linkProps } from '../../ui/link-props.ts'
import css from './ContactLink.module.css'
import type { ContactChannel } from './contact-links.ts'

export function ContactLink({ kind, label, url }: ContactChannel) {
  const Icon = CONTACT_ICONS[kind]
  return (
    <a className={css.way} {...linkProps(url)}>
      <Icon />
      {/* A telephone number reads from left to right in every language. */}
      <span dir="auto">{label}</span>
    </a>
  )
}
