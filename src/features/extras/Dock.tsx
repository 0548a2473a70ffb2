import type { ComponentType } from 'react'
import { t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { unread } from './chat/state.ts'
import css from './Dock.module.css'
import { dockId, HANDLE_ID } from './dock-focus.ts'
import { ChatIcon, QuickIcon, SchemesIcon, ThemeIcon, UnfoldIcon } from './icons.tsx'
import { toggles } from './quick-panel/state.ts'
import { dockExpanded, type PanelName, panel, setDockExpanded, togglePanel } from './state.ts'

const ICONS: Record<PanelName, ComponentType> = {
  chat: ChatIcon,
  quick: QuickIcon,
  theme: ThemeIcon,
  schemes: SchemesIcon,
}
const NAMES = Object.keys(ICONS) as PanelName[]
const LIST_ID = 'dock-list'

/** The unread messages, unless notifications are off. */
const unreadCount = () => (toggles.value.notifications ? unread.value : 0)

function Badge() {
  const count = unreadCount()
  return count > 0 ? <b className={css.badge}>{count > 9 ? '9+' : count}</b> : null
}

/**
 * The buttons that open the panels; on small screens one button expands them. Hidden while a panel is open.
 */
export function Dock({ guest }: { guest: boolean }) {
  const names = guest ? NAMES.filter((name) => name === 'theme' || name === 'schemes') : NAMES
  const expanded = dockExpanded.value
  const label = (name: PanelName) => {
    const count = name === 'chat' ? unreadCount() : 0
    const title = t(`extras.${name}.title`)
    return count > 0 ? `${title}, ${plural('extras.chat.unread', count)}` : title
  }
  return (
    <aside
      className={css.dock}
      aria-label={t('extras.dock')}
      data-beside-panels=""
      data-out={expanded ? '' : undefined}
      hidden={panel.value !== undefined}
    >
      <button
        type="button"
        id={HANDLE_ID}
        className={css.handle}
        aria-label={t('extras.dock')}
        aria-expanded={expanded}
        aria-controls={LIST_ID}
        onClick={() => setDockExpanded(!expanded)}
      >
        <UnfoldIcon />
        {!expanded && !guest && <Badge />}
      </button>
      <div className={css.list} id={LIST_ID}>
        {names.map((name) => {
          const Icon = ICONS[name]
          return (
            <button
              key={name}
              type="button"
              id={dockId(name)}
              className={css.button}
              title={t(`extras.${name}.title`)}
              aria-label={label(name)}
              aria-haspopup="dialog"
              onClick={() => togglePanel(name)}
            >
              <Icon />
              {name === 'chat' && <Badge />}
            </button>
          )
        })}
      </div>
    </aside>
  )
}
