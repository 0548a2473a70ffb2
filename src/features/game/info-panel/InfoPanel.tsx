import { type KeyboardEvent, useEffect, useLayoutEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import css from './InfoPanel.module.css'
import { RulesTab } from './RulesTab.tsx'
import { SessionTab } from './SessionTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { SpinsTab } from './SpinsTab.tsx'
import { setInfoPanelOpen, setTab, TABS, tab } from './state.ts'
import { usePanelLayout } from './use-panel-layout.ts'

const PANELS = { rules: RulesTab, spins: SpinsTab, session: SessionTab, settings: SettingsTab }
const close = () => setInfoPanelOpen(false)

/**
 * Where there is room it stands beside the picture, which makes way; the game goes on. Elsewhere it lies over the game,
 * which rests meanwhile: it keeps the focus, and closes on Escape, on the device's way back and on a touch beside it.
 */
export function InfoPanel() {
  const { isBeside: standing, style } = usePanelLayout()
  useFocus(standing)

  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      event.preventDefault()
      close()
    }
    addEventListener('keydown', onEscape)
    return () => removeEventListener('keydown', onEscape)
  }, [])

  const Panel = PANELS[tab.value]
  const inside = (
    <>
      <header className={css.head}>
        <h2 id="side-title" className="quiet-text">
          {t('side.title')}
        </h2>
        <Tabs />
        <Button square kind="quiet" aria-label={t('side.close')} onClick={close}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </Button>
      </header>
      <div
        className={css.body}
        role="tabpanel"
        id="side-panel"
        aria-labelledby={`side-${tab.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        tabIndex={0}
        key={tab.value}
      >
        <Panel />
      </div>
    </>
  )
  if (standing)
    return (
      <aside className={css.panel} data-standing="" style={style} aria-labelledby="side-title" tabIndex={-1}>
        {inside}
      </aside>
    )
  return (
    <div className={css.over} data-at="side-over">
      {/* biome-ignore lint/a11y: a touch beside the window; keyboards have Escape */}
      <div className={css.shade} onClick={close} data-testid="side-shade" />
      <div
        className={css.panel}
        style={style}
        role="dialog"
        aria-modal="true"
        aria-labelledby="side-title"
        tabIndex={-1}
      >
        {inside}
      </div>
    </div>
  )
}

/** One of four; the arrow keys move as the reading goes. */
function Tabs() {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = TABS.indexOf(tab.peek())
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = { ArrowLeft: -1, ArrowRight: -1, [forward]: 1, Home: -at, End: TABS.length - 1 - at }[
      event.key
    ]
    if (step === undefined) return
    event.preventDefault()
    const next = TABS[(at + step + TABS.length) % TABS.length] ?? 'rules'
    setTab(next)
    document.getElementById(`side-${next}`)?.focus()
  }
  return (
    <div className={css.tabs} role="tablist" aria-labelledby="side-title" onKeyDown={move}>
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`side-${one}`}
          aria-selected={one === tab.value}
          aria-controls="side-panel"
          tabIndex={one === tab.value ? 0 : -1}
          onClick={() => setTab(one)}
        >
          {t(`side.tab.${one}`)}
        </button>
      ))}
    </div>
  )
}

interface Watcher {
  onclose: (() => void) | null
  destroy(): void
}

/** The focus comes in and goes back to where it was; while the panel lies over the game, it cannot leave. */
function useFocus(standing: boolean): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    document.getElementById('side-title')?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    return () => {
      // Nothing else may have taken it meanwhile, such as a window that was opened from here.
      const now = document.activeElement
      if (now && now !== document.body && !now.closest('[aria-labelledby=side-title]')) return
      if (before instanceof HTMLElement) setTimeout(() => before.isConnected && before.focus())
    }
  }, [])
  useLayoutEffect(() => {
    const game = document.querySelector('main')
    if (standing || !game) return undefined
    game.inert = true
    // The way back of the device, where the browser tells of it (Android).
    const Kind = Reflect.get(window, 'CloseWatcher') as (new () => Watcher) | undefined
    const watcher = Kind && new Kind()
    if (watcher) watcher.onclose = close
    return () => {
      game.inert = false
      watcher?.destroy()
    }
  }, [standing])
}
