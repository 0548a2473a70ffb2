import { useSignal } from '@preact/signals-react'
import { locale, t } from '../i18n/index.ts'
import { settings } from '../settings.ts'
import { Button } from '../ui/Button.tsx'
import { InfoIcon } from './icons.tsx'
import { textOf } from './text.ts'
import styles from './Window.module.css'
import { Window } from './Window.tsx'

/** The button in the bar on top that opens the operator's text; nothing where there is none. */
export function Information() {
  const open = useSignal(false)
  const text = textOf(settings.value.informationText, locale.value)
  const toggle = () => {
    open.value = !open.value
  }
  if (!text) return null
  return (
    <>
      <Button kind="quiet" square aria-label={t('info.information')} aria-haspopup="dialog" onClick={toggle}>
        <InfoIcon />
      </Button>
      {open.value && (
        <Window
          title={t('info.information')}
          onClose={() => {
            open.value = false
          }}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard too */}
          <p className={styles.text} tabIndex={0}>
            {text}
          </p>
        </Window>
      )}
    </>
  )
}
