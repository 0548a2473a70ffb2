import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { LazyDialog } from '../../../ui/LazyDialog.tsx'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import { infoPanel } from '../late.tsx'
import { startInfoPanel } from './actions.ts'
import { infoPanelOpen, setInfoPanelOpen } from './state.ts'

const close = () => setInfoPanelOpen(false)

export function InfoPanelButton() {
  return (
    <Button
      square
      kind="quiet"
      data-key="side"
      aria-label={t('info-panel.open')}
      aria-expanded={infoPanelOpen.value}
      onPointerDown={infoPanel.preload}
      onClick={() => setInfoPanelOpen(!infoPanelOpen.peek())}
    >
      <LineIcon d="M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 11v5.500M12 7.700v.1" />
    </Button>
  )
}

/** Records the visit from its start, and shows the info panel while it is open. */
export function InfoPanelLayer() {
  useEffect(() => startInfoPanel(), [])
  return <LazyDialog part={infoPanel} props={{}} open={infoPanelOpen.value} onFailed={close} />
}
