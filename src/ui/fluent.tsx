import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  FluentProvider,
  Switch,
  useFocusFinders,
} from '@fluentui/react-components'
// biome-ignore lint/style/noRestrictedImports: a tree of its own, outside the page
import { render } from 'preact'
import { type ReactElement, type ReactNode, useLayoutEffect, useState } from 'react'
import type { ModalProps } from './fluent-widgets.tsx'
import './fluent.css'

/* All of Fluent, in one chunk; fluent-widgets.tsx loads it. */

/** The tokens are in fluent.css; the build leaves out the provider's own rules (vite/library-edits.ts). */
const NO_THEME = {}

const direction = () => (document.dir === 'rtl' ? 'rtl' : 'ltr')

function Provider({ inline, children }: { inline?: boolean; children: ReactNode }) {
  return (
    <FluentProvider theme={NO_THEME} dir={direction()} className={inline ? 'fluent-inline' : 'fluent-root'}>
      {children}
    </FluentProvider>
  )
}

/** Tabster hides the page from screen readers behind a dialog and does not undo it when the dialog is unmounted. */
function showPage() {
  for (const part of document.querySelectorAll('body > [aria-hidden]')) part.removeAttribute('aria-hidden')
}

let isRehearsal = false

/**
 * An element at the end of the page while the dialog is there, of which `data-dialog` of the document says that there is
 * one. Fluent's own gets its classes after the dialog has been laid out, so that the whole dialog is styled twice.
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

/**
 * A dialog over the page that keeps the focus until it closes. Fluent's motions begin at opacity 0 and start a frame
 * late: on a slow phone the window is visible two frames later. fluent.css moves it instead.
 */
export function FluentModal({ title, children, actions, onClose, must }: ModalProps) {
  const place = usePlace()
  useLayoutEffect(() => {
    // Where Fluent puts the focus two tasks later. A field waits for that: within a tap a phone would open its keyboard.
    const first = place.querySelector<HTMLElement>('input, button:enabled, a[href], [tabindex="0"]')
    if (first?.localName !== 'input') first?.focus()
    return showPage
  }, [place])
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

/** Has Fluent's focus manager started, which otherwise starts with a dialog and before its focus. */
function FocusManager() {
  useFocusFinders()
  return null
}

/**
 * Draws a dialog, invisible, and removes it at once: no event and no frame comes in between. The rules of its styles
 * are then inserted, its code is compiled and its texts are shaped, which the first opening does without.
 */
export function rehearse(dialog: ReactElement): void {
  if (document.querySelector('.fui-DialogSurface')) return
  const manager = document.createElement('div')
  render(<FocusManager />, manager)
  // Its start is a task that is queued already.
  setTimeout(() => render(null, manager))
  const root = document.createElement('div')
  isRehearsal = true
  render(dialog, root)
  isRehearsal = false
  document.body.getBoundingClientRect()
  render(null, root)
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
          // The owner decides: where it keeps its value, the browser's own change must not show.
          currentTarget.checked = on
          onToggle()
        }}
      />
    </Provider>
  )
}
