import { ChatPanel } from './chat/ChatPanel.tsx'
import { Dock } from './Dock.tsx'
import { QuickPanel } from './quick-panel/QuickPanel.tsx'
import { type PanelName, panel } from './state.ts'
import { SchemesPanel } from './theme/SchemesPanel.tsx'
import { ThemePanel } from './theme/ThemePanel.tsx'
import { atLogin, audience } from './visibility.ts'

const PANELS = {
  chat: ChatPanel,
  quick: QuickPanel,
  theme: ThemePanel,
  schemes: SchemesPanel,
} satisfies Record<PanelName, () => unknown>

function ExtrasLayer({ guest }: { guest: boolean }) {
  const OpenPanel = panel.value && PANELS[panel.value]
  return (
    <>
      <Dock guest={guest} />
      {OpenPanel && <OpenPanel />}
    </>
  )
}

/** The extras of the signed-in app. */
export function Extras() {
  return audience.value ? <ExtrasLayer guest={audience.value === 'guest'} /> : null
}

/** The extras on the login page, which has no layers. */
export function LoginExtras() {
  return atLogin.value ? <ExtrasLayer guest /> : null
}
