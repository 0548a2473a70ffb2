import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  FluentProvider,
  Switch,
  type Theme,
  webDarkTheme,
} from '@fluentui/react-components'
import { type ReactNode, useLayoutEffect } from 'react'
import type { ModalProps } from './fluent-widgets.tsx'
import './fluent.css'

/* All of Fluent, in one chunk; fluent-widgets.tsx loads it. */

/** Tokens that theme.css does not set, where Fluent's dark theme would show its own blue. */
const ALIASES: Partial<Theme> = {
  colorCompoundBrandBackground: 'var(--colorBrandBackground)',
  colorCompoundBrandBackgroundHover: 'var(--colorBrandBackgroundHover)',
  colorCompoundBrandBackgroundPressed: 'var(--colorBrandBackgroundPressed)',
  colorNeutralForegroundInverted: 'var(--colorNeutralForegroundOnBrand)',
  colorNeutralStrokeAccessible: 'var(--colorNeutralForeground2)',
  colorNeutralStrokeAccessibleHover: 'var(--colorNeutralForeground2)',
  colorNeutralStrokeAccessiblePressed: 'var(--colorNeutralForeground2)',
}

/** Fluent's dark theme without the tokens that theme.css sets: those are inherited, so that colours have one source. */
function missingTokens(): Partial<Theme> {
  const page = getComputedStyle(document.documentElement)
  const missing = Object.entries(webDarkTheme).filter(([name]) => !page.getPropertyValue(`--${name}`))
  return { ...Object.fromEntries(missing), ...ALIASES }
}

const theme = missingTokens()

function Provider({ inline, children }: { inline?: boolean; children: ReactNode }) {
  return (
    <FluentProvider
      theme={theme}
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
      className={inline ? 'fluent-inline' : 'fluent-root'}
    >
      {children}
    </FluentProvider>
  )
}

/** Tabster hides the page from screen readers behind a dialog and does not undo it when the dialog is unmounted. */
function showPage() {
  for (const part of document.querySelectorAll('body > [aria-hidden]')) part.removeAttribute('aria-hidden')
}

/** A dialog over the page that keeps the focus until it closes. */
export function FluentModal({ title, children, actions, onClose, must }: ModalProps) {
  useLayoutEffect(() => showPage, [])
  return (
    <Provider>
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
    </Provider>
  )
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
