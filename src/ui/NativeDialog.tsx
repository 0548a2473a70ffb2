import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ElementProps } from '#jsx/jsx-runtime'
import { coverPage } from './cover-page.ts'
import { openModal } from './first-focus.ts'

type Props = Omit<ElementProps<'dialog'>, 'open' | 'ref' | 'closedby'> & {
  dialogRef?: RefObject<HTMLDialogElement | null>
  /** Whether it is open; by default while it is rendered. */
  open?: boolean
  /** A touch on the backdrop closes it. The content must then cover the dialog's own box. */
  lightDismiss?: boolean
}

/** Once per opening: when the dialog closes itself, or when it is taken away open. */
function cover({ dataset }: HTMLElement): void {
  // One that fades out has covered the page meanwhile.
  if (!('leaving' in dataset)) coverPage()
}

/**
 * The browser's modal dialog: in the top layer, traps and restores the focus, closes on Escape. Used in place
 * of Fluent's where a dialog opens before Fluent has loaded, or on a page without Fluent.
 */
export function NativeDialog({
  dialogRef,
  open = true,
  lightDismiss,
  onClick,
  onClose,
  children,
  ...rest
}: Props) {
  const ownRef = useRef<HTMLDialogElement>(null)
  const ref = dialogRef ?? ownRef
  const isTakenAway = useRef(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return undefined
    openModal(dialog)
    isTakenAway.current = false
    return () => {
      isTakenAway.current = true
      if (!dialog.open) return
      dialog.close()
      cover(dialog)
    }
  }, [open, ref])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      {...rest}
      ref={ref}
      // Browsers fire `close` later: the dialog may be unmounted or open again by then.
      onClose={(event) => {
        const dialog = event.currentTarget
        if (isTakenAway.current || dialog.open) return
        cover(dialog)
        onClose?.(event)
      }}
      onClick={(event) => {
        onClick?.(event)
        if (lightDismiss && event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}
