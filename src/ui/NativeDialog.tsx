import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'closedby'> & {
  dialogRef?: RefObject<HTMLDialogElement | null>
  /** Opens and closes it; by default it is open while it is rendered. */
  open?: boolean
  /** Does a touch on the backdrop close it? Its content must then cover the dialog's own box. */
  lightDismiss?: boolean
}

/**
 * The browser's modal dialog: in the top layer, keeps the focus and gives it back, closes on Escape. By hand, beside
 * Fluent's: these open with the first touch of a page, before Fluent has loaded, or from a page that has none.
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
    dialog.showModal()
    isTakenAway.current = false
    return () => {
      isTakenAway.current = true
      dialog.close()
    }
  }, [open, ref])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      {...rest}
      ref={ref}
      // Later than it closes: by then it may be gone or open again.
      onClose={(event) => !isTakenAway.current && !event.currentTarget.open && onClose?.(event)}
      onClick={(event) => {
        onClick?.(event)
        if (lightDismiss && event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}
