import { menu } from '../../core/router/menu.ts'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { settings } from '../../core/settings/settings.ts'
import { slot } from '../../core/slots/frame-slot.tsx'
import { t } from '../../i18n/index.ts'
import { small } from '../../ui/breakpoints.ts'
import { LastLogin } from './LastLogin.tsx'
import css from './NavContents.module.css'
import { NavList } from './NavList.tsx'
import { UserBlock } from './UserBlock.tsx'

/** What is in the navbar below its head, at the side and in the `drawer`; what the bar has no room for is here too. */
export function Contents({ drawer = false }: { drawer?: boolean }) {
  const noBar = settings.value.headerBarHide
  return (
    <>
      <UserBlock />
      {((drawer && small.value) || noBar) && <div className={css.part}>{slot('search')}</div>}
      {(drawer || noBar) && <div className={css.part}>{slot('shortcuts')}</div>}
      <nav className={css.nav} aria-label={t('shell.menu')}>
        <NavList items={menu.value} />
      </nav>
      {drawer && <div className={css.part}>{slot('claims')}</div>}
      <div className={css.part}>{slot('support')}</div>
      <div className={css.end}>
        {(drawer || noBar) && (
          <div className={css.languages}>
            <LanguageSwitch />
          </div>
        )}
        <LastLogin />
      </div>
    </>
  )
}
