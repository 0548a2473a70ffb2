import { useSignal } from '@preact/signals-react'
import { settings } from '../../core/settings/settings.ts'
import { locale, t } from '../../i18n/index.ts'
import { textOf } from '../../i18n/localize.ts'
import { Button } from '../../ui/Button.tsx'
import { InfoIcon } from './icons.tsx'
import { textWindow, want } from './lazy-dialogs.ts'

/** The button in the bar on top that opens the operator's text; nothing where there is none. */
export function Information() {
  const open = useSignal(false)
  const text = textOf(settings.value.informationText, locale.value)
  const toggle = () => {
    open.value = !open.value
    void want(textWindow)
  }
  if (!text) return null
  const TextWindow = textWindow.loaded.value
  return (
    <>
      <Button kind="quiet" square aria-label={t('info.information')} aria-haspopup="dialog" onClick={toggle}>
        <InfoIcon />
      </Button>
      {open.value && typeof TextWindow === 'function' && (
        <TextWindow
          text={text}
          onClose={() => {
            open.value = false
          }}
        />
      )}
    </>
  )
}
