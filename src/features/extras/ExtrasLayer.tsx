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

/** The buttons at the edge, and the panel that is open. */
function ExtrasLayer({ guest }: { guest: boolean }) {
  const Open = panel.value && PANELS[panel.value]
  return (
    <>
      <Dock guest={guest} />
      {Open && <Open />}
    </>
  )
}

/** The extras over a page. A layer; nothing in a game. */
export function Extras() {
  return audience.value ? <ExtrasLayer guest={audience.value === 'guest'} /> : null
}

/** The same on the login, which has no layers: the look is a guest's too. */
export function LoginExtras() {
  return atLogin.value ? <ExtrasLayer guest /> : null
}
