import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'
import { Kiosk } from '../pages/kiosk.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { stubCall } from './failures.ts'
import type { Scene, Stage } from './scene.ts'

const KERVAN = { art: 'kervan', name: 'Kervan', jackpot: 1_841_352 }
const OCAK = { art: 'ocak', name: 'Ocak', jackpot: 4_080_572 }

/** Stores the jackpots that a kiosk keeps from its last player, for the attract screen. Runs in the page. */
function storeJackpots(brands: readonly object[]): void {
  localStorage.setItem('reelcast.kiosk-jackpots', JSON.stringify({ at: Date.now(), brands }))
}

/** Guests see machine 1, of the brand Kervan, by its still in the lobby: the platform has the setting off. */
async function showMachineToGuests(stage: Stage): Promise<void> {
  const { context, player } = stage
  const { username, password } = player
  const login = await context.request.post('/api/login', { data: { username, password } })
  const { token } = await login.json()
  await context.addInitScript(storeJackpots, [KERVAN])
  const machine = { name: 'Kervan', brand: 'kervan', still: '/attract/1/still', jackpot: KERVAN.jackpot }
  await stubCall('/attract', { json: { machines: [machine] } })(stage)
  await context.route('**/api/attract/1/still', async (route) => {
    const headers = { authorization: `Bearer ${token}` }
    await route.fulfill({ response: await context.request.get('/api/machine/1/still', { headers }) })
  })
}

/** The scenes that only a kiosk has. It shows the others too. */
export const KIOSK_SCENES: readonly Scene[] = [
  {
    name: 'kiosk-keyboard',
    path: '/login',
    guest: true,
    kiosk: true,
    show: async ({ page, language }) => {
      await new LoginPage(page, language).username.tap()
      await new Kiosk(page).keyboard.waitFor()
    },
  },
  {
    name: 'kiosk-symbols',
    path: '/login',
    guest: true,
    kiosk: true,
    show: async ({ page, language }) => {
      await new LoginPage(page, language).password.tap()
      await new Kiosk(page).does('symbols')
    },
  },
  {
    name: 'kiosk-load',
    path: '/lobby/2/x',
    kiosk: true,
    show: async ({ page, language }) => {
      await new LobbyPage(page, language).freeMachine.getByRole('link').tap()
      const game = new GamePage(page, language)
      await game.frames(5)
      await game.loadButton.tap()
      await game.dialog.getByLabel(text(language, 'dialogs.amount')).tap()
      await new Kiosk(page).keyboard.waitFor()
    },
  },
  {
    name: 'kiosk-phone-login',
    path: '/login',
    guest: true,
    kiosk: true,
    settings: { phoneLogin: true },
    // A platform answers where it knows the venues of its kiosks.
    before: async (stage) => {
      await stubCall('/login/link', {
        json: { code: 'H7KMW4PX', secret: 'the-secret-of-a-scene', seconds: 60 },
      })(stage)
      await stubCall('/login/link/state', { json: { state: 'waiting' } })(stage)
    },
    show: async ({ page, language }) => {
      await page.getByRole('button', { name: text(language, 'phone-login.open') }).tap()
      await page.getByTestId('link-code').waitFor()
    },
  },
  {
    name: 'kiosk-attract',
    path: '/login',
    guest: true,
    kiosk: true,
    settings: { kioskAttract: 5 },
    show: ({ page }) => new Kiosk(page).attract.waitFor(),
  },
  {
    name: 'kiosk-attract-jackpot',
    path: '/login',
    guest: true,
    kiosk: true,
    settings: { kioskAttract: 5 },
    before: ({ context }) => context.addInitScript(storeJackpots, [KERVAN, OCAK]),
    show: ({ page }) => new Kiosk(page).attract.locator('.figures').first().waitFor(),
  },
  {
    name: 'kiosk-attract-live',
    path: '/login',
    guest: true,
    kiosk: true,
    settings: { kioskAttract: 5, kioskAttractPictures: true, kioskQuietHours: '' },
    before: showMachineToGuests,
    show: ({ page }) => new Kiosk(page).attract.getByTestId('attract-live').first().waitFor(),
  },
  {
    name: 'kiosk-warning',
    path: '/lobby',
    kiosk: true,
    settings: { kioskLogout: 25, idlePinLock: false },
    show: ({ page }) => new Kiosk(page).warning.waitFor(),
  },
]
