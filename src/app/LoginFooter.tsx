import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Dispose } from '../contract/result.ts'
import { ContactLink } from '../core/settings/ContactLink.tsx'
import { contactLinks, supportLines } from '../core/settings/contact-links.ts'
import { operatorSettings } from '../core/settings/operator.ts'
import { Banners } from '../features/branding/Banners.tsx'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { CONTACT_ICONS } from '../ui/contact-icons.tsx'
import styles from './LoginFooter.module.css'

/**
 * Keeps the position of the login's machines and form, and the height of the links, in custom properties, px
 * of the page: the styles place the banners and links by these, so that nothing moves. The result ends it.
 */
function trackLoginLayout(at: HTMLElement): Dispose {
  const [floor, panel] = ['.login-floor', '.login-panel'].map((part) => document.querySelector(part))
  const links = at.querySelector('section')
  if (!floor || !panel) return () => {}
  const update = () => {
    const box = floor.getBoundingClientRect()
    const sizes = {
      x: box.left + window.scrollX,
      y: box.top + window.scrollY,
      width: box.width,
      height: box.height,
      panel: panel.getBoundingClientRect().top + window.scrollY,
      links: links?.offsetHeight ?? 0,
    }
    for (const [name, px] of Object.entries(sizes)) at.style.setProperty(`--${name}`, `${px}px`)
  }
  update()
  const watch = new ResizeObserver(update)
  for (const part of [floor, panel, links, document.documentElement]) if (part) watch.observe(part)
  return () => watch.disconnect()
}

/** The operator's banners and ways to reach them, below the login or, where there is room, at its side. */
export function LoginFooter() {
  const ref = useRef<HTMLElement>(null)
  const contact = useRef<HTMLElement>(null)
  const { loginContact, banners } = operatorSettings.value
  const links = [...supportLines.value, ...(loginContact ? contactLinks.value : [])]
  const hasBanners = banners.some(({ place }) => place === 'login')
  // Before it is seen: what is moved into its place afterwards would be seen to jump.
  const hasLinks = links.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links are followed once they are there.
  useLayoutEffect(() => (ref.current ? trackLoginLayout(ref.current) : undefined), [hasLinks])
  useEffect(() => {
    const { dataset } = document.documentElement
    if (hasBanners) dataset.loginBanners = ''
    return () => {
      delete dataset.loginBanners
    }
  }, [hasBanners])
  const toContact = () => {
    contact.current?.scrollIntoView()
    contact.current?.focus()
  }
  return (
    <aside ref={ref} className={styles.more} aria-label={t('contact.title')}>
      {hasLinks && (
        <div className={styles.door}>
          <Button kind="quiet" onClick={toContact}>
            <CONTACT_ICONS.chat />
            <span>{t('contact.title')}</span>
          </Button>
        </div>
      )}
      {hasBanners && (
        <div className={styles.banners}>
          <Banners place="login" />
        </div>
      )}
      {hasLinks && (
        <section ref={contact} className={styles.contact} tabIndex={-1}>
          <h2>{t('contact.title')}</h2>
          <ul data-count={links.length}>
            {links.map((link) => (
              <li key={link.kind + link.url}>
                <ContactLink {...link} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
