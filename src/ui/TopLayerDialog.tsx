import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Dispose } from '../contract/result.ts'
import { Toasts } from './Toasts.tsx'
import css from './TopLayerDialog.module.css'

interface Props {
  id: string
  /** The ids of what names and describes it. */
  labelledBy: string
  describedBy: string
  className: string | undefined
  /** It is on its way out: it takes the last touches, and shows less and less. */
  leaving: boolean
  /** It lies above the covers that are not topmost. */
  topmost?: boolean
  children: ReactNode
}

/**
 * Lies over everything in the browser's top layer while it is rendered: nothing below can be reached, not even dialogs
 * that open later. No key closes it. By hand: it has to outrank every other window (decision 19).
 */
export function TopLayerDialog({
  id,
  labelledBy,
  describedBy,
  className,
  leaving,
  topmost,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (ref.current ? stayOnTop(ref.current) : undefined), [])
  return (
    <dialog
      ref={ref}
      id={id}
      className={`${css.cover} ${className}`}
      closedby="none"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-leaving={leaving ? '' : undefined}
      data-topmost={topmost ? '' : undefined}
      onCancel={(event) => event.preventDefault()}
      // What is below hears nothing of it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
      <Toasts />
    </dialog>
  )
}

/** Opens the dialog above all others, and again whenever something closes it or opens above it. */
function stayOnTop(dialog: HTMLDialogElement): Dispose {
  const outranks = ({ dataset }: HTMLElement) => 'topmost' in dataset && !('topmost' in dialog.dataset)
  const show = () => {
    if (!dialog.open) dialog.showModal()
    // A window that was open hides the rest of the page from screen readers, and this with it.
    for (let at = dialog.parentElement; at; at = at.parentElement) at.removeAttribute('aria-hidden')
  }
  const watch = new MutationObserver((changes) => {
    const above = changes.some(
      ({ target }) =>
        target !== dialog && target instanceof HTMLDialogElement && target.open && !outranks(target),
    )
    if (above) dialog.close()
    show()
  })
  dialog.addEventListener('close', show)
  show()
  watch.observe(document.body, { subtree: true, attributeFilter: ['open', 'aria-hidden'] })
  return () => {
    watch.disconnect()
    dialog.removeEventListener('close', show)
    // Closed by hand, so that the focus goes back to where it was.
    dialog.close()
  }
}
