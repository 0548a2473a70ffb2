import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  renderFluentProvider_unstable,
  Switch,
  slot,
  useFluentProviderContextValues_unstable,
  useFluentProviderStyles_unstable,
  useFocusFinders,
  useFocusVisible,
} from '@fluentui/react-components'
// biome-ignore lint/style/noRestrictedImports: renders a separate tree outside the page
import { render } from 'preact'
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Dispose } from '../contract/result.ts'
import { closeOnBack } from './close-on-back.ts'
import { coverPage } from './cover-page.ts'
import { startsWithField } from './first-focus.ts'
import type { ModalProps } from './fluent-widgets.tsx'

/* All of Fluent in one chunk, which fluent-widgets.tsx loads. */

const direction = () => (document.dir === 'rtl' ? 'rtl' : 'ltr')

/**
 * Fluent's provider without a theme: fluent.css contains the tokens. Each mounted `FluentProvider` would add
 * a style tag, even for an empty theme, and the browser would then restyle the whole page because of its
 * :has() rules. This one is composed of Fluent's public functions, without the function that makes the state
 * and the tag.
 */
function Provider({ inline, children }: { inline?: boolean; children: ReactNode }) {
  const dir = direction()
  const className = inline ? 'fluent-inline' : 'fluent-root'
  const ref = useFocusVisible<HTMLDivElement>()
  const state = useFluentProviderStyles_unstable({
    dir,
    targetDocument: document,
    theme: undefined,
    themeClassName: '',
    applyStylesToPortals: true,
    customStyleHooks_unstable: {},
    overrides_unstable: {},
    components: { root: 'div' },
    root: slot.always({ dir, className, ref, children }, { elementType: 'div' }),
    serverStyleProps: { cssRule: '', attributes: {} },
  })
  return renderFluentProvider_unstable(state, useFluentProviderContextValues_unstable(state))
}

/**
 * Tabster hides the page behind a dialog from screen readers, and does not undo it when the dialog is
 * unmounted.
 */
function showPage() {
  for (const part of document.querySelectorAll('body > [aria-hidden]')) part.removeAttribute('aria-hidden')
}

let isRehearsal = false

/**
 * The mount node of a dialog, at the end of the page; `data-dialog` of the document says that there is one.
 * Fluent's own node gets its classes after the dialog's layout, which then runs twice.
 */
function usePlace(): HTMLElement {
  const [place] = useState(() => {
    const element = document.createElement('div')
    element.className = isRehearsal ? 'fluent-root fluent-place fluent-rehearsal' : 'fluent-root fluent-place'
    element.dir = direction()
    return document.body.appendChild(element)
  })
  useLayoutEffect(() => {
    const { documentElement } = document
    documentElement.toggleAttribute('data-dialog', true)
    return () => {
      place.remove()
      documentElement.toggleAttribute('data-dialog', document.querySelector('.fluent-place') !== null)
    }
  }, [place])
  return place
}

/** Fluent focuses the first control of a dialog that has opened, at the latest after so long. */
const FLUENT_FOCUS_MS = 300

/**
 * Focuses the dialog itself, and again when Fluent has focused its first control: a key that was meant for
 * the page would press that. A field is left to Fluent: focused during the tap, it would open a phone's
 * keyboard.
 */
function takeFocus(place: HTMLElement): Dispose {
  const dialog = place.querySelector<HTMLElement>('[role$=dialog]')
  if (!dialog || startsWithField(place)) return () => {}
  dialog.focus()
  const focusAgain = () => {
    release()
    dialog.focus()
  }
  const release = () => {
    clearTimeout(timer)
    place.removeEventListener('focusin', focusAgain)
    removeEventListener('keydown', release, true)
  }
  const timer = setTimeout(release, FLUENT_FOCUS_MS)
  place.addEventListener('focusin', focusAgain)
  addEventListener('keydown', release, true)
  return release
}

/**
 * A dialog over the page that traps the focus. Fluent's motions start at opacity 0 and a frame late, so that
 * on a slow phone the dialog appears two frames later; fluent.css animates it instead.
 */
export function FluentModal({ title, children, actions, onClose, must }: ModalProps) {
  const place = usePlace()
  useLayoutEffect(() => {
    const release = takeFocus(place)
    return () => {
      release()
      showPage()
      if (!isRehearsal) coverPage()
    }
  }, [place])
  const closing = useRef(onClose)
  closing.current = onClose
  useLayoutEffect(() => (must ? undefined : closeOnBack(() => closing.current())), [must])
  return (
    <Provider>
      <Dialog
        open
        surfaceMotion={null}
        modalType={must ? 'alert' : 'modal'}
        onOpenChange={(_event, { open }) => open || must || onClose()}
      >
        <DialogSurface className="modal" mountNode={place} backdropMotion={null}>
          <DialogBody>
            <DialogTitle as="h2">{title}</DialogTitle>
            <DialogContent>{children}</DialogContent>
            <div className="modal-actions">{actions}</div>
          </DialogBody>
        </DialogSurface>
      </Dialog>
    </Provider>
  )
}

/** Starts Fluent's focus manager, which otherwise starts with the first dialog and delays its focus. */
function FocusManager() {
  useFocusFinders()
  return null
}

/**
 * Renders a dialog invisibly and removes it at once, without an event or a frame in between. This inserts its
 * style rules, compiles its code and shapes its texts, which makes the first opening faster.
 */
export function rehearse(dialog: ReactElement): void {
  if (document.querySelector('.fui-DialogSurface')) return
  const manager = document.createElement('div')
  render(<FocusManager />, manager)
  // The focus manager's start is already queued as a task.
  setTimeout(() => render(null, manager))
  const root = document.createElement('div')
  isRehearsal = true
  render(dialog, root)
  document.body.getBoundingClientRect()
  render(null, root)
  isRehearsal = false
}

interface FluentSwitchProps {
  className: string | undefined
  /** The ids of the elements in `children` that name and describe it. */
  labelledBy: string
  describedBy: string | undefined
  on: boolean
  onToggle: () => void
  children: ReactNode
}

export function FluentSwitch({
  className,
  labelledBy,
  describedBy,
  on,
  onToggle,
  children,
}: FluentSwitchProps) {
  return (
    <Provider inline>
      <Switch
        className={`switch ${className}`}
        labelPosition="before"
        label={{ children }}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        checked={on}
        onChange={({ currentTarget }) => {
          // The caller's value decides, so the browser's own change must not show.
          currentTarget.checked = on
          onToggle()
        }}
      />
    </Provider>
  )
}
