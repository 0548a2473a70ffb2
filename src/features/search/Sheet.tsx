import { useSignal } from '@preact/signals-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { pathname } from '../../core/router/pathname.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/close-icon.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { NativeDialog } from '../../ui/NativeDialog.tsx'
import styles from './Sheet.module.css'

interface Props {
  id: string
  label: string
  /**
   * Show `label` as a heading; the content follows the close button and is not focused, so no touch keyboard
   * opens.
   */
  headed?: boolean
  onClose: () => void
  /** Placed in the grid areas `head` (beside the close button) and `body`. */
  children: ReactNode
}

export function closeSheet(id: string): void {
  const found = document.getElementById(id)
  if (found instanceof HTMLDialogElement) found.close()
}

/** The height that a touch keyboard leaves, px. */
function useRoom(): number {
  const room = useSignal(window.innerHeight)
  useLayoutEffect(() => {
    const view = window.visualViewport
    const look = () => {
      room.value = view?.height ?? window.innerHeight
    }
    look()
    view?.addEventListener('resize', look)
    return () => view?.removeEventListener('resize', look)
  }, [room])
  return room.value
}

/**
 * A dialog at the top of a phone, and in the middle of larger screens, which `openSheet` opens. It is always
 * in the page, so that a touch opens it at once. A navigation closes it.
 */
export function Sheet({ id, label, headed = false, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const path = pathname.value
  const room = useRoom()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes at each navigation
  useEffect(() => ref.current?.close(), [path])
  const close = () => ref.current?.close()
  const closer = (
    <div className={styles.close}>
      <Button kind="quiet" square aria-label={t(headed ? 'search.close' : 'search.back')} onClick={close}>
        {headed ? <CloseIcon /> : <BackIcon />}
      </Button>
    </div>
  )
  return (
    <NativeDialog
      dialogRef={ref}
      open={false}
      lightDismiss
      id={id}
      className={styles.sheet}
      data-headed={headed || undefined}
      aria-label={label}
      style={{ maxBlockSize: `${room}px` }}
      onClose={onClose}
    >
      {headed && <h2 className={styles.title}>{label}</h2>}
      {headed && closer}
      {children}
      {!headed && closer}
    </NativeDialog>
  )
}
