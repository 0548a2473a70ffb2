import { useSignal } from '@preact/signals-react'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { operatorSettings } from '../../core/settings/operator.ts'
import { t } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import { linkProps } from '../../ui/link-props.ts'
import styles from './Banners.module.css'

/** The operator's banners of a place, side by side; a banner whose image fails to load is left out. */
export function Banners({ place }: { place: 'login' | 'lobby' }) {
  const failed = useSignal<readonly string[]>([])
  const banners = operatorSettings.value.banners.filter(
    (banner) => banner.place === place && !failed.value.includes(banner.image),
  )
  if (banners.length === 0) return null
  return (
    <ul
      className={styles.banners}
      aria-label={t('branding.banners')}
      data-place={place}
      tabIndex={banners.length > 1 ? 0 : undefined}
    >
      {banners.map(({ image, title, url }) => {
        const picture = (
          <img
            src={image}
            // A link must have a name.
            alt={localize(title) || (url ? t('branding.banners') : '')}
            loading="lazy"
            onError={() => {
              failed.value = [...failed.peek(), image]
            }}
          />
        )
        return <li key={image}>{url ? <a {...linkProps(url)}>{picture}</a> : picture}</li>
      })}
    </ul>
  )
}

/** Below the lobby's first page, where nothing follows that could move. */
export function LobbyBanners() {
  const route = findRoute(pathname.value)
  const atLobby = route?.page === 'home' && route.params.id === undefined
  return atLobby ? (
    <aside className={styles.lobby} aria-label={t('branding.banners')}>
      <Banners place="lobby" />
    </aside>
  ) : null
}
