import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { CloseIcon } from './line-icons.tsx'
import styles from './PageDialog.module.css'

interface Props {
  title: string
  /** 80 % of the screen, whatever is in it. */
  full?: boolean
  onClose: () => void
  children: ReactNode
}

const TITLE_ID = 'info-title'

/**
 * The browser's own window over the page: it keeps the focus and gives it back, and closes on Escape, on its button
 * and on a touch beside it.
 */
export function Window({ title, full, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={ref}
      className={styles.window}
      data-full={full ? '' : undefined}
      aria-labelledby={TITLE_ID}
      onClose={onClose}
      // Nothing of it is bare: what falls on the window itself fell beside it.
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.head}>
        <h2 id={TITLE_ID}>{title}</h2>
        <Button kind="quiet" square aria-label={t('info.close')} onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      {children}
    </dialog>
  )
}
