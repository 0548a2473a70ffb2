import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/close-icon.tsx'
import { closeOnBack } from '../../ui/close-on-back.ts'
import { focusDock } from './dock-focus.ts'
import css from './Panel.module.css'
import { closePanel, type PanelName } from './state.ts'

interface Props {
  name: PanelName
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** The open panel's; it can have the focus. */
export const PANEL_ID = 'panel'
const TITLE_ID = 'panel-title'
/** As in Panel.module.css: the panel covers the whole screen. */
const FULL_SCREEN = '(max-width: 599px)'
const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), textarea, select, a[href], [tabindex="0"]'

const DIALOGS = 'dialog, [role=dialog], [popover]'
/** A click on a toast or on the dock does not close the panel. */
const BESIDE = '[data-beside-panels], [class*=toast]'

/**
 * Whether the event happened in a matching element other than the panel, even if the element was removed
 * since.
 */
function isIn(event: Event, selector: string, panel: HTMLElement): boolean {
  return event
    .composedPath()
    .some((part) => part instanceof Element && part !== panel && part.matches(selector))
}

/**
 * A side panel above the page and below dialogs and toasts; full screen on a phone. It takes the focus and
 * restores it, and closes on Escape, on its button and on a click outside. Not a modal dialog
 * (docs/decisions/0019-widgets.md).
 */
export function Panel({ name, title, aside, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  // The key listener comes first: once the panel has the focus, Escape must work.
  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isIn(event, DIALOGS, panel)) return
      if (event.key === 'Escape') {
        event.preventDefault()
        closePanel()
      } else if (event.key === 'Tab' && matchMedia(FULL_SCREEN).matches) trapFocus(event, panel)
    }
    document.addEventListener('keydown', onKey)
    panel.focus()
    const stopWatching = matchMedia(FULL_SCREEN).matches ? closeOnBack(closePanel) : undefined
    return () => {
      stopWatching?.()
      document.removeEventListener('keydown', onKey)
      focusDock(name)
    }
  }, [name])
  // In an effect, so that the click that opened the panel does not close it.
  useEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const onClick = (event: MouseEvent) => {
      if (event.composedPath().includes(panel) || isIn(event, `${DIALOGS}, ${BESIDE}`, panel)) return
      // The tap closes the panel and nothing else; a key press acts on the focused element too.
      if (event.detail > 0) {
        event.preventDefault()
        event.stopPropagation()
      }
      closePanel()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return (
    <dialog
      ref={ref}
      open
      id={PANEL_ID}
      className={css.panel}
      data-panel={name}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
      aria-modal={matchMedia(FULL_SCREEN).matches || undefined}
    >
      <div className={css.head}>
        <h2 id={TITLE_ID}>{title}</h2>
        {aside}
        <Button kind="quiet" square aria-label={t('extras.close')} onClick={closePanel}>
          <CloseIcon />
        </Button>
      </div>
      {children}
    </dialog>
  )
}

/** Keeps Tab within a full-screen panel. */
function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [first, last] = [all[0], all.at(-1)]
  const focused = document.activeElement
  const inside = panel.contains(focused)
  const target = event.shiftKey
    ? (focused === first || focused === panel || !inside) && last
    : (focused === last || !inside) && first
  if (!target) return
  event.preventDefault()
  target.focus()
}
