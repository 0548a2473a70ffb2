import { type KeyboardEvent, useEffect, useLayoutEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { CloseIcon } from '../../../ui/close-icon.tsx'
import { closeOnBack } from '../../../ui/close-on-back.ts'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import css from './InfoPanel.module.css'
import { RulesTab } from './RulesTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { SpinsTab } from './SpinsTab.tsx'
import { setInfoPanelOpen, setTab, TABS, tab } from './state.ts'
import { usePanelLayout } from './use-panel-layout.ts'
import { VisitTab } from './VisitTab.tsx'

const PANELS = { rules: RulesTab, spins: SpinsTab, session: VisitTab, settings: SettingsTab }
const close = () => setInfoPanelOpen(false)

/**
 * On large landscape screens the panel stands beside the video and the game stays usable. Elsewhere it is
 * modal: it traps the focus and closes on Escape, the device's back gesture and a tap outside.
 */
export function InfoPanel() {
  const { isBeside, style } = usePanelLayout()
  useFocus(isBeside)

  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isDialogOpen(isBeside ? 'modal' : 'native'))
        return
      event.preventDefault()
      close()
    }
    addEventListener('keydown', onEscape)
    return () => removeEventListener('keydown', onEscape)
  }, [isBeside])

  const Panel = PANELS[tab.value]
  const content = (
    <>
      <header className={css.head}>
        <h2 id="info-title" className="quiet-text">
          {t('info-panel.title')}
        </h2>
        <Tabs />
        <Button square kind="quiet" aria-label={t('info-panel.close')} onClick={close}>
          <CloseIcon />
        </Button>
      </header>
      <div
        className={css.body}
        role="tabpanel"
        id="info-tabpanel"
        aria-labelledby={`info-tab-${tab.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        tabIndex={0}
        key={tab.value}
      >
        <Panel />
      </div>
    </>
  )
  if (isBeside)
    return (
      <aside className={css.panel} data-beside="" style={style} aria-labelledby="info-title" tabIndex={-1}>
        {content}
      </aside>
    )
  return (
    <div className={css.overlay} data-at="side-over">
      {/* biome-ignore lint/a11y: a touch beside the window; keyboards have Escape */}
      <div className={css.backdrop} onClick={close} data-testid="info-backdrop" />
      <div
        className={css.panel}
        style={style}
        role="dialog"
        aria-modal="true"
        aria-labelledby="info-title"
        tabIndex={-1}
      >
        {content}
      </div>
    </div>
  )
}

/** The tabs; the arrow keys follow the reading direction. */
function Tabs() {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = TABS.indexOf(tab.peek())
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = { ArrowLeft: -1, ArrowRight: -1, [forward]: 1, Home: -index, End: TABS.length - 1 - index }[
      event.key
    ]
    if (step === undefined) return
    event.preventDefault()
    const next = TABS[(index + step + TABS.length) % TABS.length] ?? 'rules'
    setTab(next)
    document.getElementById(`info-tab-${next}`)?.focus()
  }
  return (
    <div className={css.tabs} role="tablist" aria-labelledby="info-title" onKeyDown={onKeyDown}>
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`info-tab-${one}`}
          aria-selected={one === tab.value}
          aria-controls="info-tabpanel"
          tabIndex={one === tab.value ? 0 : -1}
          onClick={() => setTab(one)}
        >
          {t(`info-panel.tab.${one}`)}
        </button>
      ))}
    </div>
  )
}

/** Moves the focus into the panel and restores it. A modal panel makes the game inert. */
function useFocus(isBeside: boolean): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    document.getElementById('info-title')?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    return () => {
      // Not if a dialog that was opened from here has the focus.
      const focused = document.activeElement
      if (focused && focused !== document.body && !focused.closest('[aria-labelledby=info-title]')) return
      if (before instanceof HTMLElement) setTimeout(() => before.isConnected && before.focus())
    }
  }, [])
  useLayoutEffect(() => {
    const game = document.querySelector('main')
    if (isBeside || !game) return undefined
    game.inert = true
    const stopWatching = closeOnBack(close)
    return () => {
      game.inert = false
      stopWatching()
    }
  }, [isBeside])
}
