import { useId } from 'react'
import {
  clicksEnabled,
  lossesSpoken,
  toggleFeedback,
  vibrationEnabled,
} from '../../../core/audio/feedback-preferences.ts'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/fluent-widgets.tsx'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import { setHelpOpen } from '../key-bindings/state.ts'
import { DataSaverSwitch } from '../picture/quality/DataSaverSwitch.tsx'
import { FullScreenTool, RotateTool, SoundTool } from '../tools/BarTools.tsx'
import { canVibrate } from '../tools/haptics.ts'
import { TourButton } from '../tour/Tour.tsx'
import { setInfoPanelOpen } from './state.ts'
import css from './Tabs.module.css'

/** Keyboard or mouse present, or a button panel configured by the operator. */
const hasKeys = () =>
  matchMedia('(hover: hover) and (pointer: fine)').matches || Object.keys(playSettings.value.keys).length > 0

/** Sound, vibration, data saver and display settings. */
export function SettingsTab() {
  const id = useId()
  return (
    <div className={css.settings}>
      <section className={css.sound} aria-labelledby={id}>
        <h3 id={id}>{t('info-panel.sound')}</h3>
        <SoundTool />
      </section>
      {operatorSettings.value.clickSound && (
        <Switch
          title={t('info-panel.clicks')}
          on={clicksEnabled()}
          onToggle={() => toggleFeedback('clicks')}
        />
      )}
      {canVibrate() && (
        <Switch
          title={t('info-panel.vibration')}
          on={vibrationEnabled()}
          onToggle={() => toggleFeedback('vibration')}
        />
      )}
      <Switch
        title={t('info-panel.winsOnly')}
        on={!lossesSpoken()}
        onToggle={() => toggleFeedback('losses')}
      />
      <DataSaverSwitch />
      <div className={css.tools}>
        <FullScreenTool labelled />
        <RotateTool labelled />
        <TourButton labelled onStart={() => setInfoPanelOpen(false)} />
        {hasKeys() && (
          <Button kind="quiet" onClick={() => setHelpOpen(true)}>
            <LineIcon d="M4.500 6.500h15a1.500 1.500 0 0 1 1.500 1.500v8a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 16V8a1.500 1.500 0 0 1 1.500-1.500ZM7 10.200v.1M10.300 10.200v.1M13.700 10.200v.1M17 10.200v.1M8 14h8" />
            {t('info-panel.keys')}
          </Button>
        )}
      </div>
    </div>
  )
}
