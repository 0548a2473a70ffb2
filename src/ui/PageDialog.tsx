import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { CloseIcon } from './close-icon.tsx'
import { NativeDialog } from './NativeDialog.tsx'
import styles from './PageDialog.module.css'

interface Props {
  title: string
  /** 80 % of the screen, regardless of the content. */
  full?: boolean
  onClose: () => void
  children: ReactNode
}

const TITLE_ID = 'info-title'

/** A native dialog with a title bar, for information pages and the operator's texts. */
export function PageDialog({ title, full, onClose, children }: Props) {
  return (
    <NativeDialog
      lightDismiss
      className={styles.window}
      data-full={full ? '' : undefined}
      aria-labelledby={TITLE_ID}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 id={TITLE_ID}>{title}</h2>
        <Button kind="quiet" square aria-label={t('ui.close')} onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      {children}
    </NativeDialog>
  )
}
