import { t } from '../../i18n/index.ts'
import styles from '../../ui/PageDialog.module.css'
import { PageDialog } from '../../ui/PageDialog.tsx'

/** The operator's text in a window. */
export function TextDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <PageDialog title={t('info.information')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard too */}
      <p className={styles.text} tabIndex={0}>
        {text}
      </p>
    </PageDialog>
  )
}
