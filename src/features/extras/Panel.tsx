import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { focusDock } from './dock-focus.ts'
import { CloseIcon } from './icons.tsx'
import css from './Panel.module.css'
import { closePanel, type PanelName } from './state.ts'

interface Props {
  name: PanelName
  title: string
  /** Stands beside the title. */
  aside?: ReactNode
  children: ReactNode
}

const TITLE_ID = 'panel-title'
/** As in Panel.module.css: here the panel is all there is to see. */
const SHEET = '(max-width: 599px)'
const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), textarea, select, a[href], [tabindex="0"]'

/** Windows of others, over the panel or beside it. */
const WINDOW = 'dialog, [role=dialog], [popover]'
/** Messages over the page, and the buttons that open panels. */
const BESIDE = '[data-beside-panels], [class*=toast]'

/** Does this happen in something of the kind that is not the panel? What has vanished by now still counts. */
function isIn(event: Event, kinds: string, panel: HTMLElement): boolean {
  return event.composedPath().some((part) => part instanceof Element && part !== panel && part.matches(kinds))
}

/**
 * A side panel over the page and below every dialog and toast; the whole screen of a phone. It takes the focus and
 * gives it back, and closes on Escape, on its button and on a touch beside it. By hand: it is not modal (decision 19).
 */
export function Panel({ name, title, aside, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  // The keys before the focus: whoever sees the panel focused can press Escape.
  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isIn(event, WINDOW, panel)) return
      if (event.key === 'Escape') closePanel()
      else if (event.key === 'Tab' && matchMedia(SHEET).matches) stayInside(event, panel)
    }
    document.addEventListener('keydown', onKey)
    panel.focus()
    return () => {
      document.removeEventListener('keydown', onKey)
      focusDock(name)
    }
  }, [name])
  // After the click that opened it.
  useEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const onClick = (event: MouseEvent) => {
      if (event.composedPath().includes(panel) || isIn(event, `${WINDOW}, ${BESIDE}`, panel)) return
      closePanel()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return (
    <dialog
      ref={ref}
      open
      className={css.panel}
      data-panel={name}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
      aria-modal={matchMedia(SHEET).matches || undefined}
    >
      <div className={css.head}>
        <h2 id={TITLE_ID}>{title}</h2>
        {aside}
        <Button kind="quiet" square aria-label={t('panels.close')} onClick={closePanel}>
          <CloseIcon />
        </Button>
      </div>
      {children}
    </dialog>
  )
}

/** Behind a sheet there is nothing to be reached: after the last comes the first. */
function stayInside(event: KeyboardEvent, panel: HTMLElement): void {
  const all = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [first, last] = [all[0], all.at(-1)]
  const now = document.activeElement
  const inside = panel.contains(now)
  const to = event.shiftKey
    ? (now === first || now === panel || !inside) && last
    : (now === last || !inside) && first
  if (!to) return
  event.preventDefault()
  to.focus()
}
