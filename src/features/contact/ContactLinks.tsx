import { CONTACT_ICONS } from '../../ui/contact-icons.tsx'
import { linkProps } from '../../ui/link-props.ts'
import styles from './ContactLinks.module.css'
import type { Way } from './contact-links.ts'

/** One way: its picture and its words. */
export function ContactLink({ kind, label, url }: Way) {
  const Icon = CONTACT_ICONS[kind]
  return (
    <a className={styles.way} {...linkProps(url)}>
      <Icon />
      {/* A telephone number reads from left to right in every language. */}
      <span dir="auto">{label}</span>
    </a>
  )
}
