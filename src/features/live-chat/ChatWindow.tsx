import { useSignal } from '@preact/signals-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { startFocusActivity } from '../../core/idle/frame-activity.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { kiosk } from '../../core/settings/kiosk-mode.ts'
import { locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/close-icon.tsx'
import { closeOnBack } from '../../ui/close-on-back.ts'
import { ExternalLinkIcon } from '../../ui/contact-icons.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { locked } from '../lock/state.ts'
import styles from './ChatWindow.module.css'
import { liveChat } from './providers.ts'
import { type Chat, chat, hideChat } from './state.ts'

/** The iframe keeps its own origin, which differs from the app's; it cannot navigate the app's page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'
/** A kiosk opens no other window. */
const SANDBOX_WITH_POPUPS = `${SANDBOX} allow-popups allow-popups-to-escape-sandbox`
/** In browsers that support it, the iframe's cookies and storage live only as long as this page. */
const CREDENTIALLESS = { credentialless: true }

/** The provider's page, and the messages between it and the app. */
function ChatFrame({ identity }: Pick<Extract<Chat, { status: 'open' }>, 'identity'>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const loaded = useSignal(false)
  // Read once: reloading the iframe after a change of the language would lose the conversation.
  const user = useRef({ identity, locale: locale.peek() }).current
  const selected = useRef(liveChat.peek()).current
  const page = useRef(selected?.page(user)).current
  // A layout effect: an effect runs after the next frame, and a fast page has sent `loaded` by then.
  useLayoutEffect(() => {
    if (!page) return
    const { origin } = new URL(page)
    const stopActivity = startFocusActivity(() => frame.current)
    const handleMessage = (event: MessageEvent) => {
      const source = frame.current?.contentWindow
      if (!source || event.source !== source || event.origin !== origin) return
      const { messages = [], hide } = selected?.provider.handleMessage?.(event.data, user) ?? {}
      for (const message of messages) source.postMessage(message, origin)
      if (hide) hideChat()
    }
    window.addEventListener('message', handleMessage)
    return () => {
      stopActivity()
      window.removeEventListener('message', handleMessage)
    }
  }, [page, selected, user])
  return (
    <div className={styles.page} aria-busy={!loaded.value}>
      {!loaded.value && <ChatLoading />}
      <iframe
        {...CREDENTIALLESS}
        ref={frame}
        src={page}
        title={t('live-chat.liveChat')}
        sandbox={kiosk.value ? SANDBOX : SANDBOX_WITH_POPUPS}
        referrerPolicy="strict-origin"
        data-loaded={loaded.value ? '' : undefined}
        onLoad={() => {
          loaded.value = true
        }}
      />
    </div>
  )
}

function ChatLoading() {
  return (
    <div className={styles.loading} role="status">
      <Logo spinning />
      <span className="quiet-text">{t('live-chat.opening')}</span>
    </div>
  )
}

/** Where the chat leaves room for the page (ChatWindow.module.css). */
const BESIDE = '(min-width: 700px) and (min-height: 560px)'

/** The live chat, not modal. It is hidden in a game and behind the lock. */
export function ChatWindow() {
  const current = chat.value
  const head = useRef<HTMLDivElement>(null)
  const hidden =
    (current.status === 'open' && current.hidden) ||
    locked.value ||
    findRoute(pathname.value)?.page === 'game'
  const shown = current.status !== 'closed' && !hidden
  useEffect(() => {
    if (!shown) return undefined
    const box = head.current?.parentElement
    const before = document.activeElement
    head.current?.querySelector('button')?.focus()
    const stopBack = matchMedia(BESIDE).matches ? undefined : closeOnBack(hideChat)
    return () => {
      stopBack?.()
      const focused = document.activeElement
      const isLost = focused === document.body || box?.contains(focused)
      if (isLost && before instanceof HTMLElement) before.focus()
    }
  }, [shown])
  const selected = liveChat.value
  if (current.status === 'closed' || !selected) return null
  const { provider, page } = selected
  return (
    <div
      className={styles.window}
      role="dialog"
      aria-label={t('live-chat.liveChat')}
      hidden={hidden}
      onKeyDown={(event) => event.key === 'Escape' && hideChat()}
    >
      <div className={styles.head} ref={head}>
        <h2>
          {t('live-chat.liveChat')}
          {provider.name && <small>{t('live-chat.via', { name: provider.name })}</small>}
        </h2>
        {current.status === 'open' && (
          <a
            className="button"
            data-kind="quiet"
            data-square=""
            href={page({ identity: current.identity, locale: locale.value })}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('live-chat.newTab')}
            title={t('live-chat.newTab')}
          >
            <ExternalLinkIcon />
          </a>
        )}
        <Button kind="quiet" square aria-label={t('live-chat.hide')} onClick={hideChat}>
          <CloseIcon />
        </Button>
      </div>
      {current.status === 'open' ? <ChatFrame identity={current.identity} /> : <ChatLoading />}
    </div>
  )
}
