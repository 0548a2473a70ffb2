import { Link } from 'wouter'
import { drawerOpen, drawerReady, setDrawerOpen } from '../../core/frame/drawer.ts'
import { Slot } from '../../core/frame/Slot.tsx'
import { LanguageSwitch } from '../../core/settings/LanguageSwitch.tsx'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuIcon } from '../../ui/icons.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Balance } from './Balance.tsx'
import './Frame.css'

/**
 * The header bar of every page but the game. With `headerBarHide` only the balance and the menu button
 * remain.
 */
export function Toolbar() {
  return (
    <header className="toolbar" data-hidden={settings.value.headerBarHide || undefined}>
      <Link href="/lobby" className="toolbar-home">
        <Slot name="logo">
          <Logo />
        </Slot>
        <span className="quiet-text">{t('router.home')}</span>
      </Link>
      <div className="toolbar-search">
        <Slot name="search" />
      </div>
      <div className="toolbar-nav">
        <Slot name="horizontalNav" />
      </div>
      <Slot name="toolbar" />
      <Balance />
      <div className="toolbar-language">
        <LanguageSwitch />
      </div>
      <div className="toolbar-menu">
        <Button
          kind="quiet"
          square
          aria-label={t('navigation.menu')}
          aria-haspopup="dialog"
          aria-expanded={drawerOpen.value}
          disabled={!drawerReady.value}
          onClick={() => setDrawerOpen(true)}
        >
          <MenuIcon />
        </Button>
      </div>
    </header>
  )
}
