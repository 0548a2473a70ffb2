import { dataSaver, setDataSaver } from '../../../../core/settings/data-saver.ts'
import { t } from '../../../../i18n/index.ts'
import { Switch } from '../../../../ui/fluent-widgets.tsx'

/** Saves data on this device: a smaller video layer in games, no live stills in the lobby. */
export function DataSaverSwitch() {
  return (
    <Switch
      title={t('quality.saver')}
      lead={t('quality.saverLead')}
      on={dataSaver.value}
      onToggle={() => setDataSaver(!dataSaver.peek())}
    />
  )
}
