import { useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal, Switch } from '../../../ui/fluent-widgets.tsx'
import css from './Help.module.css'
import { codesByAction, keyLabel, type Layout, readLayout } from './key-labels.ts'
import { keyBindings, letterKeys, setHelpOpen, toggleLetterKeys } from './state.ts'

const close = () => setHelpOpen(false)

/** Lists the key bindings with the labels of this keyboard. */
export function Help() {
  const layout = useSignal<Layout>(new Map())
  useEffect(() => {
    let gone = false
    void readLayout().then((found) => {
      if (!gone) layout.value = found
    })
    return () => {
      gone = true
    }
  }, [layout])
  return (
    <Modal
      title={t('tools.keys.title')}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t('tools.keys.close')}
        </Button>
      }
    >
      {/* A kiosk's keys are a panel of buttons, which stays as the operator has set it. */}
      {!('kiosk' in document.documentElement.dataset) && (
        <Switch title={t('tools.keys.letters')} on={letterKeys.value} onToggle={toggleLetterKeys} />
      )}
      <dl className={css.keys} data-testid="keys">
        {codesByAction(keyBindings.value).map(([action, codes]) => (
          <div key={action}>
            <dt>{t(`tools.keys.action.${action}`)}</dt>
            <dd>
              {codes.map((code) => (
                <kbd key={code} data-code={code}>
                  {keyLabel(code, layout.value)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
