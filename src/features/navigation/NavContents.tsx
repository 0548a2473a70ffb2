import { Slot } from '../../core/frame/Slot.tsx'
import { menu } from '../../core/router/menu.ts'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { small } from '../../ui/breakpoints.ts'
import { shortcuts } from '../preferences/state.ts'
import { LastLogin } from './LastLogin.tsx'
import css from './NavContents.module.css'
import { NavList } from './NavList.tsx'
import { UserBlock } from './UserBlock.tsx'

/** The content of the side navbar and of the `drawer`, including what the header bar has no room for. */
export function NavContents({ drawer = false }: { drawer?: boolean }) {
  // Without a shortcut only its button is left, at the end.
  const hasShortcuts = shortcuts.value.length > 0
  const noBar = settings.value.headerBarHide
  return (
    <>
      <UserBlock />
      {((drawer && small.value) || noBar) && (
        <div className={css.part}>
          <Slot name="search" />
        </div>
      )}
      {(drawer || noBar) && hasShortcuts && (
        <div className={css.part}>
          <Slot name="shortcuts" />
        </div>
      )}
      <nav className={css.nav} aria-label={t('navigation.menu')}>
        <NavList items={menu.value} />
      </nav>
      <div className={css.part}>
        <Slot name="support" />
      </div>
      <div className={css.end}>
        {!hasShortcuts && (
          <div className={css.part}>
            <Slot name="shortcuts" />
          </div>
        )}
        {((drawer && small.value) || noBar) && (
          <div className={css.languages}>
            <LanguageSwitch />
          </div>
        )}
        <LastLogin />
      </div>
    </>
  )
}
