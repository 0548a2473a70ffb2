import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { drawerOpen, setDrawerOpen } from '../../core/frame/drawer.ts'
import { Slot } from '../../core/frame/Slot.tsx'
import { pathname } from '../../core/router/pathname.ts'
import { session } from '../../core/session/state.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { wide } from '../../ui/breakpoints.ts'
import { CloseIcon } from '../../ui/close-icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { NativeDialog } from '../../ui/NativeDialog.tsx'
import { folded, layoutStyle, setFolded } from '../frame/state.ts'
import { FoldIcon } from './icons.tsx'
import css from './Navbar.module.css'
import { NavContents } from './NavContents.tsx'

/** The navbar of a wide `layout1` is at the side; otherwise it is a drawer that the menu button opens. */
export function Navbar() {
  if (session.value.status !== 'player') return null
  return (
    <>
      <SkipButton />
      {wide.value && layoutStyle.value === 'layout1' ? <Side /> : <Drawer open={drawerOpen.value} />}
    </>
  )
}

/** The page's content gets the focus. */
function skip(): void {
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus()
}

/** Visible with the keyboard focus only; the first stop of Tab. */
function SkipButton() {
  return (
    <button type="button" className={`button ${css.skip}`} data-kind="primary" onClick={skip}>
      {t('navigation.skip')}
    </button>
  )
}

/** The logo, which links to the lobby, and the title below it. */
function Head() {
  return (
    <div className={css.names}>
      <Link href="/lobby" className={css.logo}>
        <Slot name="logo">
          <Logo />
        </Slot>
        <span className="quiet-text">{t('router.home')}</span>
      </Link>
      <span className={css.word}>{t('navigation.menu')}</span>
    </div>
  )
}

/**
 * The navbar at the side. Folded it is a rail, which opens over the page while it is hovered or contains the
 * focus.
 */
function Side() {
  const label = t(folded.value ? 'navigation.keep' : 'navigation.fold')
  return (
    <aside className={css.side} data-navbar aria-label={t('navigation.account')}>
      <div className={css.column}>
        <div className={css.head}>
          <Button
            kind="quiet"
            square
            aria-label={label}
            title={label}
            onClick={() => setFolded(!folded.value)}
          >
            <FoldIcon />
          </Button>
          <Head />
        </div>
        <NavContents />
      </div>
    </aside>
  )
}

/** The menu as a drawer. It closes on Escape, on its button, on a touch beside it, and on navigation. */
function Drawer({ open }: { open: boolean }) {
  const filled = useRef(false)
  const path = pathname.value
  filled.current ||= open
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes at each navigation
  useEffect(() => setDrawerOpen(false), [path])
  useEffect(() => () => setDrawerOpen(false), [])
  const close = () => setDrawerOpen(false)
  return (
    <NativeDialog
      open={open}
      lightDismiss
      className={css.drawer}
      aria-label={t('navigation.menu')}
      onClose={close}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) close()
      }}
    >
      {filled.current && (
        <div className={css.column}>
          <div className={css.head}>
            <Head />
            <Button kind="quiet" square aria-label={t('navigation.close')} onClick={close}>
              <CloseIcon />
            </Button>
          </div>
          <NavContents drawer />
        </div>
      )}
    </NativeDialog>
  )
}
