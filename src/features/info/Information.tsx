import { useSignal } from '@preact/signals-react'
import { useCallback } from 'react'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import { Button } from '../../ui/Button.tsx'
import { LineIcon } from '../../ui/LineIcon.tsx'
import styles from '../../ui/PageDialog.module.css'
import { PageDialog } from '../../ui/PageDialog.tsx'

const InfoIcon = () => <LineIcon d="M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 11.2v5M12 7.8v.01" />

/** The header bar's button that opens the operator's text; hidden without a text. */
export function Information() {
  const open = useSignal(false)
  const text = localize(settings.value.informationText)
  const toggle = () => {
    open.value = !open.value
  }
  const close = useCallback(() => {
    open.value = false
  }, [open])
  if (!text) return null
  return (
    <>
      <Button kind="quiet" square aria-label={t('info.information')} aria-haspopup="dialog" onClick={toggle}>
        <InfoIcon />
      </Button>
      {open.value && (
        <PageDialog title={t('info.information')} onClose={close}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard too */}
          <article className={styles.text} tabIndex={0}>
            {text}
          </article>
        </PageDialog>
      )}
    </>
  )
}
