import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Dispose } from '../contract/result.ts'
import { openModal } from './first-focus.ts'
import { Toasts } from './Toasts.tsx'
import css from './TopLayerDialog.module.css'

interface Props {
  id: string
  /** The ids of the elements that name and describe it. */
  labelledBy: string
  describedBy: string
  className: string | undefined
  /** It is closing: it fades out and still takes touches. */
  leaving: boolean
  /** Above dialogs of this kind that are not topmost. */
  topmost?: boolean
  children: ReactNode
}

/**
 * A dialog above everything else, in the browser's top layer: while it is rendered it makes everything inert,
 * even dialogs that open later. No key closes it. Not Fluent's, because it must be above every other dialog
 * (docs/decisions/0019-widgets.md).
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
      // The page below must not receive keys.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
      <Toasts />
    </dialog>
  )
}

/** Opens the dialog above all others, and again if something closes it or opens above it. */
function stayOnTop(dialog: HTMLDialogElement): Dispose {
  const outranks = ({ dataset }: HTMLElement) => 'topmost' in dataset && !('topmost' in dialog.dataset)
  const show = () => {
    if (!dialog.open) openModal(dialog)
    // An open dialog hides the rest of the page from screen readers, this one included.
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
    // An explicit close restores the focus.
    dialog.close()
  }
}
