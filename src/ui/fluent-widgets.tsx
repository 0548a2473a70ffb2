import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import css from './fluent-widgets.module.css'
import './fluent.css'
import { focusPage } from './focus-page.ts'
import { openLazy } from './LazyDialog.tsx'
import { lazy, loadedOf } from './lazy.tsx'
import { loadLate } from './load-late.ts'

/*
 * Fluent's widgets and dialogs as the app uses them. Fluent itself (fluent.tsx) loads after the page is
 * usable, or when the first of them is rendered. One file, so that they are one small chunk.
 */

const fluent = lazy(() => import('./fluent.tsx'))

const MAX_IDLE_WAIT_MS = 2_000

/** Loads Fluent. Also resolves on failure; the next call tries again. */
export const preloadFluent = fluent.preload

/** Loads Fluent, then rehearses a dialog when the browser is idle; call it once the page is usable. */
export async function prepareModal(dialog: ReactElement): Promise<void> {
  await loadLate(fluent)
  const rehearse = () => loadedOf(fluent)?.rehearse(dialog)
  if ('requestIdleCallback' in window) requestIdleCallback(rehearse, { timeout: MAX_IDLE_WAIT_MS })
  else setTimeout(rehearse, MAX_IDLE_WAIT_MS)
}

/** Fluent; undefined while it loads. A failure is shown as a toast, then `onFailure` is called. */
function useFluent(onFailure?: () => void) {
  useEffect(() => {
    void openLazy(fluent, onFailure)
  }, [onFailure])
  return loadedOf(fluent)
}

export interface ModalProps {
  title: string
  children: ReactNode
  /** Buttons, the most important one last. */
  actions: ReactNode
  onClose: () => void
  /** The player must answer: neither Escape nor a touch outside closes it. */
  must?: boolean
  /** The element to focus after closing; undefined: the one that had the focus before. */
  returnFocus?: () => HTMLElement | null | undefined
}

/** A dialog over the page, open while it is rendered; it appears when Fluent has loaded. */
export function Modal({ returnFocus, ...props }: ModalProps) {
  const loaded = useFluent(props.onClose)
  const target = useRef(returnFocus)
  target.current = returnFocus
  // Read before the dialog takes the focus.
  const [before] = useState(() => document.activeElement)
  // On unmount, because the dialog can close in several ways.
  useLayoutEffect(
    () => () => {
      setTimeout(() => {
        const next = target.current?.() ?? before
        if (next instanceof HTMLElement && next.isConnected) next.focus()
        // It may have opened by itself, or what had the focus is gone.
        if (document.activeElement === document.body) focusPage()
      })
    },
    [before],
  )
  return loaded ? <loaded.FluentModal {...props} /> : null
}

/**
 * Returns whether the dialog of the component is still open. A command's answer can arrive after the player
 * has closed the dialog, and must not disturb what the player does next.
 */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(true)
  useLayoutEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  return () => isOpen.current
}

interface SwitchProps {
  title: string
  /** A description in one line. */
  lead?: string
  on: boolean
  onToggle: () => void
}

/**
 * A switch with title and description; the whole row toggles it. While Fluent loads, only the text is shown.
 */
export function Switch({ title, lead, on, onToggle }: SwitchProps) {
  const id = useId()
  const loaded = useFluent()
  const text = (
    <span>
      <span id={`${id}-title`}>{title}</span>
      {lead && <small id={`${id}-lead`}>{lead}</small>}
    </span>
  )
  if (!loaded) return <div className={css.switch}>{text}</div>
  return (
    <loaded.FluentSwitch
      className={css.switch}
      labelledBy={`${id}-title`}
      describedBy={lead ? `${id}-lead` : undefined}
      on={on}
      onToggle={onToggle}
    >
      {text}
    </loaded.FluentSwitch>
  )
}
