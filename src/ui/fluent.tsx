import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  FluentProvider,
  type Theme,
  webDarkTheme,
} from '@fluentui/react-components'
import { useLayoutEffect, useState } from 'react'
import type { ModalProps } from './Modal.tsx'
import './modal.css'

/** Fluent's dark theme with every token that theme.css sets put in its place: the looks have one source. */
function themeOfPage(): Theme {
  const page = getComputedStyle(document.documentElement)
  const set = Object.keys(webDarkTheme).map((name) => [name, page.getPropertyValue(`--${name}`).trim()])
  return { ...webDarkTheme, ...Object.fromEntries(set.filter(([, value]) => value)) }
}

/** What hides the page behind a window (tabster) goes with the window, and leaves the page hidden: this shows it. */
function giveBackPage() {
  for (const part of document.querySelectorAll('body > [aria-hidden]')) part.removeAttribute('aria-hidden')
}

/** A window over the page that holds the focus until it is closed. */
export function FluentModal({ title, children, actions, onClose, must }: ModalProps) {
  // Each window anew: a player may have chosen other colours meanwhile.
  const [theme] = useState(themeOfPage)
  useLayoutEffect(() => giveBackPage, [])
  return (
    <FluentProvider theme={theme} dir={document.dir === 'rtl' ? 'rtl' : 'ltr'} className="fluent-root">
      <Dialog
        open
        modalType={must ? 'alert' : 'modal'}
        onOpenChange={(_event, { open }) => open || must || onClose()}
      >
        <DialogSurface className="modal">
          <DialogBody>
            <DialogTitle as="h2">{title}</DialogTitle>
            <DialogContent>{children}</DialogContent>
            <div className="modal-actions">{actions}</div>
          </DialogBody>
        </DialogSurface>
      </Dialog>
    </FluentProvider>
  )
}
