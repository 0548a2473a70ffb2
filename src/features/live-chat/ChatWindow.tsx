import { useSignal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { pathname } from '../../core/router/pathname.ts'
import { findRoute } from '../../core/router/routes.ts'
import { locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { ExternalLinkIcon } from '../../ui/contact-icons.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { CloseIcon } from '../../ui/line-icons.tsx'
import { locked } from '../lock/state.ts'
import styles from './ChatWindow.module.css'
import { liveChat } from './providers.ts'
import { type Chat, chat, hideChat } from './state.ts'
import '../../i18n/support-texts.ts'

/**
 * What a provider's page may do in its frame. Its own origin is another than ours, so that keeping it opens nothing
 * here; it can not lead this page elsewhere.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
/** Where the browser knows it: cookies and storage of a frame live no longer than the page around it. */
const FORGETFUL = { credentialless: true }

/** The provider's page, spoken to as it wants it. */
function Frame({ who }: Pick<Extract<Chat, { is: 'open' }>, 'who'>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const loaded = useSignal(false)
  // It is not loaded anew in another language: what was said would be gone.
  const guest = useRef({ who, locale: locale.peek() }).current
  const chosen = useRef(liveChat.peek()).current
  const page = useRef(chosen?.page(guest)).current
  useEffect(() => {
    if (!page) return
    const { origin } = new URL(page)
    const hear = (event: MessageEvent) => {
      const from = frame.current?.contentWindow
      if (!from || event.source !== from || event.origin !== origin) return
      const { say = [], hide } = chosen?.provider.answer?.(event.data, guest) ?? {}
      for (const text of say) from.postMessage(text, origin)
      if (hide) hideChat()
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [page, chosen, guest])
  return (
    <div className={styles.page} aria-busy={!loaded.value}>
      {!loaded.value && <Wait />}
      <iframe
        {...FORGETFUL}
        ref={frame}
        src={page}
        title={t('support.liveChat')}
        sandbox={SANDBOX}
        referrerPolicy="strict-origin"
        data-loaded={loaded.value ? '' : undefined}
        onLoad={() => {
          loaded.value = true
        }}
      />
    </div>
  )
}

function Wait() {
  return (
    <div className={styles.wait} role="status">
      <Logo spinning />
      <span className="quiet-text">{t('support.opening')}</span>
    </div>
  )
}

/** The live chat, beside the page: the player goes on meanwhile. It is not there over a game, nor over the lock. */
export function ChatWindow() {
  const now = chat.value
  const close = useRef<HTMLDivElement>(null)
  const hidden =
    (now.is === 'open' && now.hidden) || locked.value || findRoute(pathname.value)?.page === 'game'
  const shown = now.is !== 'closed' && !hidden
  useEffect(() => {
    if (shown) close.current?.querySelector('button')?.focus()
  }, [shown])
  const chosen = liveChat.value
  if (now.is === 'closed' || !chosen) return null
  const { provider, page } = chosen
  return (
    <div
      className={styles.window}
      role="dialog"
      aria-label={t('support.liveChat')}
      hidden={hidden}
      onKeyDown={(event) => event.key === 'Escape' && hideChat()}
    >
      <div className={styles.head} ref={close}>
        <h2>
          {t('support.liveChat')}
          {provider.name && <small>{t('support.via', { name: provider.name })}</small>}
        </h2>
        {now.is === 'open' && (
          <a
            className="button"
            data-kind="quiet"
            data-square=""
            href={page({ who: now.who, locale: locale.value })}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('support.newTab')}
            title={t('support.newTab')}
          >
            <ExternalLinkIcon />
          </a>
        )}
        <Button kind="quiet" square aria-label={t('support.hide')} onClick={hideChat}>
          <CloseIcon />
        </Button>
      </div>
      {now.is === 'open' ? <Frame who={now.who} /> : <Wait />}
    </div>
  )
}
