import { type Session, session } from '../../../../core/session/state.ts'
import { kiosk } from '../../../../core/settings/kiosk-mode.ts'
import { settings } from '../../../../core/settings/settings.ts'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Modal } from '../../../../ui/fluent-widgets.tsx'
import { useCopy } from '../../../../ui/use-copy.tsx'
import { lastInteraction } from '../../play/last-interaction.ts'
import { machine } from '../../play/state.ts'
import { DataSaverSwitch } from './DataSaverSwitch.tsx'
import { QualityCharts } from './QualityCharts.tsx'
import { QualityDetails } from './QualityDetails.tsx'
import css from './QualityDialog.module.css'
import {
  closeQualityDialog,
  history,
  layer,
  level,
  pressDelays,
  reconnects,
  shownLevel,
  stats,
} from './state.ts'
import { supportText } from './support-report.ts'

const serverVersions = (current: Session) => (current.status === 'player' ? current.user.versions : undefined)

/** The connection statistics, now and over the last minute, with a report for support. */
export function QualityDialog() {
  const id = machine.value?.id ?? ''
  const { copy, byHand } = useCopy(() =>
    supportText({
      figures: stats.peek(),
      history: history.peek(),
      level: level.peek(),
      layer: layer.peek(),
      reconnects: reconnects.peek(),
      presses: pressDelays.peek(),
      lastInteraction: lastInteraction.peek(),
      machine: id,
      version: __VERSION__,
      agent: navigator.userAgent,
      site: settings.peek().siteId,
      server: serverVersions(session.peek()),
      at: Date.now(),
    }),
  )
  return (
    <Modal
      title={t('quality.title')}
      onClose={closeQualityDialog}
      actions={
        <>
          {!kiosk.value && <Button onClick={copy}>{t('ui.copyForSupport')}</Button>}
          <Button kind="primary" onClick={closeQualityDialog}>
            {t('quality.close')}
          </Button>
        </>
      }
    >
      <p className={css.level} data-level={shownLevel}>
        {t(`quality.level.${shownLevel.value}`)}
      </p>
      {/* First, because the dialog scrolls to the element that it focuses. */}
      <DataSaverSwitch />
      <QualityCharts />
      <QualityDetails machineId={id} />
      {byHand}
    </Modal>
  )
}
