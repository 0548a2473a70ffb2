import { useEffect } from 'react'
import texts from '../../../../locales/tr.json?groups=side'
import { addTexts, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { addGamePart } from '../slots.ts'
import { content, fetchContent } from './lazy-panel.ts'
import { followVisit } from './record-spins.ts'
import { openSide, sideBar } from './state.ts'

addTexts('tr', texts)

/** Opens the side bar, and closes it where it stands beside the game. */
function SideButton() {
  return (
    <Button
      square
      kind="quiet"
      data-key="side"
      aria-label={t('side.open')}
      aria-expanded={sideBar.value}
      onPointerDown={() => void fetchContent()}
      onClick={() => {
        openSide(!sideBar.peek())
        void fetchContent()
      }}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 11v5.500M12 7.700v.1" />
      </svg>
    </Button>
  )
}

/** Keeps account of the visit from its first moment on, and draws the side bar while it is open. */
function SideLayer() {
  useEffect(() => followVisit(), [])
  const SideBar = content.value?.SideBar
  return sideBar.value && SideBar ? <SideBar /> : null
}

/** Rules, last spins, the visit's money and the tools of the game, beside it. */
export function showSide(): void {
  addGamePart('bar', SideButton)
  addGamePart('over', SideLayer)
}
