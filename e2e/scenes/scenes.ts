import { Code } from '../../src/contract/codes.ts'
import { goInApp } from '../fixtures/go-in-app.ts'
import { CREDIT } from '../fixtures/open-game.ts'
import { text } from '../fixtures/texts.ts'
import { ExtrasPage } from '../pages/extras-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LockScreen } from '../pages/lock-screen.ts'
import { LoginPage } from '../pages/login-page.ts'
import { SearchBox } from '../pages/search-box.ts'
import { Wallet } from '../pages/wallet.ts'
import { FAILED, loseConnection, stubCall } from './failures.ts'
import type { Scene, Stage } from './scene.ts'
import { ACCOUNT_SCENES } from './scenes-account.ts'
import { CABINET_SCENES } from './scenes-cabinet.ts'
import { GAME_SCENES } from './scenes-game.ts'
import { KIOSK_SCENES } from './scenes-kiosk.ts'

const BRANDED = {
  splashLogo: '/icons/logo.svg',
  logo: '/icons/logo.svg',
  loginContact: true,
  contactLinks: [
    { kind: 'whatsapp', url: 'https://wa.me/900000000000' },
    { kind: 'telegram', url: 'https://t.me/example' },
    { kind: 'email', url: 'mailto:help@example.com' },
  ],
  supportMessaging: 'https://chat.example.com',
  supportWhatsapp: 'https://wa.me/900000000000',
  banners: [
    { place: 'login', image: '/assets/machines/kervan.png', title: 'Kervan' },
    { place: 'lobby', image: '/assets/machines/nar.png', title: 'Nar' },
  ],
  informationText: {
    tr: 'Bu akşam 02.00’de kısa bir bakım var.',
    en: 'Short maintenance tonight at 02:00.',
    ar: 'صيانة قصيرة الليلة عند الثانية.',
  },
}

const LIVE_CHAT = { liveChat: 'chatwoot', liveChatId: 'scene', liveChatUrl: 'https://chat.example.com' }

const machines = ({ page, language }: Stage) => new LobbyPage(page, language).machines.first().waitFor()
/** Resolves when three machine cards show a live still; one where the window has no room for three. */
const stills = async (stage: Stage) => {
  await machines(stage)
  const cards = new LobbyPage(stage.page, stage.language).machines
  await cards.first().scrollIntoViewIfNeeded()
  const seen = await cards.evaluateAll(
    (all) => all.filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length,
  )
  await stage.page
    .locator('main img[src^="blob:"]')
    .nth(seen < 3 ? 0 : 2)
    .waitFor()
}
const button = ({ page, language }: Stage, key: string) =>
  page.getByRole('button', { name: text(language, key), exact: true }).first()

/** Opens the menu, unless it stands beside the page. */
const openMenu = async (stage: Stage) => {
  const menu = button(stage, 'navigation.menu')
  if (await menu.isVisible()) await menu.click()
}

/** Runs in the page: as after a reload of a locked one. */
function lockScreen(): void {
  // A frame with an opaque origin has no storage.
  if (origin === 'null') return
  for (const storage of [localStorage, sessionStorage]) storage.setItem('reelcast.locked', '1')
}

/** Runs in the page. */
function beEdge(): void {
  const userAgent = `${navigator.userAgent} Edg/144.0.0.0`
  Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => userAgent })
}
/** Runs in the page. */
function beWithoutWebRtc(): void {
  Reflect.deleteProperty(window, 'RTCPeerConnection')
}
const actAs =
  (browser: () => void) =>
  ({ context }: Stage) =>
    context.addInitScript(browser)

/** Answers the dialog about the held machine with "Later". */
const chooseLater = (stage: Stage) => new LobbyPage(stage.page, stage.language).later()

const extras = (name: 'chat' | 'quick' | 'theme' | 'schemes'): Scene => ({
  name: `extras-${name}`,
  path: '/lobby',
  settings: { extras: true },
  show: ({ page, language }) => new ExtrasPage(page, language).open(name),
})

/** Every screen of the player app in each of its states. */
export const SCENES: readonly Scene[] = [
  { name: 'login', path: '/login', guest: true },
  { name: 'login-dressed', path: '/login', guest: true, settings: BRANDED },
  {
    name: 'login-wrong',
    path: '/login',
    guest: true,
    show: async ({ page, language, player }) => {
      const login = new LoginPage(page, language)
      await login.logIn({ ...player, password: 'not the password' })
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'login-locked',
    path: '/login',
    guest: true,
    before: stubCall('/login', {
      status: 403,
      json: { code: Code.accountProtected, params: { block_time: 15, seconds: 900 } },
    }),
    show: async ({ page, language, player }) => {
      const login = new LoginPage(page, language)
      await login.logIn(player)
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'gate-browser', path: '/login', guest: true, before: actAs(beEdge) },
  { name: 'gate-webrtc', path: '/login', guest: true, before: actAs(beWithoutWebRtc) },
  {
    name: 'gate-checking',
    path: '/login',
    guest: true,
    settings: { countryCheck: true },
    before: ({ context }) => context.route('**/check', () => {}),
  },
  {
    name: 'gate-blocked',
    path: '/login',
    guest: true,
    settings: { countryCheck: true },
    before: ({ context }) =>
      context.route('**/check', (route) =>
        route.fulfill({ json: { status: false, code: 10703, ip: '198.51.100.7', country: 'DE' } }),
      ),
  },
  {
    name: 'start-failed',
    path: '/lobby',
    before: ({ context }) => context.route('**/api/validate', (route) => route.abort()),
    show: ({ page }) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'token-question',
    path: '/login',
    guest: true,
    settings: { confirmTokenInAddress: true },
    show: async ({ page, context, player }) => {
      const { username, password } = player
      const login = await context.request.post('/api/login', { data: { username, password } })
      const { token } = await login.json()
      await page.goto(`/lobby?token=${token}`)
      await page.getByRole('heading').waitFor()
    },
  },
  {
    name: 'lock',
    path: '/lobby',
    settings: { idlePinLock: true },
    before: ({ context }) => context.addInitScript(lockScreen),
    show: ({ page, language }) => new LockScreen(page, language).ok.waitFor(),
  },
  { name: 'lobby', path: '/lobby' },
  { name: 'lobby-dressed', path: '/lobby', settings: BRANDED },
  { name: 'lobby-information', path: '/lobby', settings: { informationText: BRANDED.informationText } },
  { name: 'lobby-loading', path: '/lobby', before: stubCall('/machine/brands') },
  { name: 'lobby-empty', path: '/lobby', before: stubCall('/machine/brands', { json: [] }) },
  { name: 'lobby-error', path: '/lobby', before: stubCall('/machine/brands', FAILED) },
  { name: 'lobby-no-bar', path: '/lobby', settings: { headerBarHide: true } },
  { name: 'lobby-layout2', path: '/lobby', settings: { layoutStyle: 'layout2' } },
  { name: 'lobby-layout3', path: '/lobby', settings: { layoutStyle: 'layout3' } },
  { name: 'lobby-folded', path: '/lobby', settings: { navbarFolded: true } },
  {
    name: 'lobby-link-down',
    path: '/lobby',
    before: ({ page }) => page.routeWebSocket(/socket\.io/, (ws) => ws.close({ code: 1006 })),
    show: ({ page, language }) => page.getByText(text(language, 'dock.age', { ago: '' }).trim()).waitFor(),
  },
  { name: 'lobby-offline', path: '/lobby', show: loseConnection },
  { name: 'machines', path: '/lobby/1/x', show: stills },
  { name: 'machines-all', path: '/lobby', settings: { showLobby: false }, show: stills },
  {
    name: 'machines-nameless',
    path: '/lobby/1/x',
    before: stubCall('/machine/1', {
      json: { machines: ['1042', '7', 'B-12'].map((id) => ({ id, status: 'available' })), name: 'Kervan' },
    }),
    show: machines,
  },
  { name: 'machines-loading', path: '/lobby/1/x', before: stubCall('/machine/1') },
  { name: 'machines-error', path: '/lobby/1/x', before: stubCall('/machine/1', FAILED) },
  {
    name: 'machines-not-found',
    path: '/lobby/1/x',
    show: async (stage) => {
      await machines(stage)
      await stage.page.getByRole('searchbox', { name: text(stage.language, 'filters.search') }).fill('zzzz')
    },
  },
  {
    name: 'machines-filters',
    path: '/lobby/1/x',
    show: async (stage) => {
      await machines(stage)
      const opener = button(stage, 'filters.filters')
      if (await opener.isVisible()) await opener.click()
    },
  },
  {
    name: 'busy',
    path: '/lobby/1/x',
    show: async (stage) => {
      await machines(stage)
      // Once in a while all three simulated players of a brand are away.
      await stage.page.locator('li[data-availability=status] > button').first().click({ timeout: 60_000 })
      await stage.page.locator('dialog img[src^="blob:"]').first().waitFor({ timeout: 30_000 })
    },
  },
  {
    name: 'machines-offline',
    path: '/lobby/1/x',
    show: async (stage) => {
      await machines(stage)
      await loseConnection(stage)
    },
  },
  {
    name: 'menu',
    path: '/lobby',
    show: openMenu,
  },
  {
    name: 'search',
    path: '/lobby',
    show: async ({ page, language }) => {
      const search = new SearchBox(page, language)
      await search.ready()
      if (!(await search.field.isVisible())) await search.openSheet()
      await search.field.fill('ker')
      // The machines come after the brands.
      await search.options.nth(5).waitFor()
    },
  },
  {
    name: 'search-none',
    path: '/lobby',
    show: async ({ page, language }) => {
      const search = new SearchBox(page, language)
      await search.ready()
      if (!(await search.field.isVisible())) await search.openSheet()
      await search.field.fill('zzzz')
    },
  },
  {
    name: 'stars',
    path: '/lobby',
    show: async ({ page, language }) => {
      const search = new SearchBox(page, language)
      await search.ready()
      await search.showShortcuts()
      await search.openStars()
    },
  },
  {
    name: 'menu-dressed',
    path: '/lobby',
    settings: { ...BRANDED, ...LIVE_CHAT, extras: true },
    show: openMenu,
  },
  {
    name: 'wallet-dressed',
    path: '/lobby',
    settings: { ...BRANDED, ...LIVE_CHAT, extras: true },
    show: ({ page, language }) => new Wallet(page, language).open(),
  },
  { name: 'wallet', path: '/lobby', show: ({ page, language }) => new Wallet(page, language).open() },
  {
    name: 'wallet-claimed',
    path: '/lobby',
    settings: { discountCheck: false, repeatWindow: 1 },
    show: async ({ page, language }) => {
      const wallet = new Wallet(page, language)
      await wallet.open()
      await wallet.claim('discount').click()
    },
  },
  {
    name: 'information',
    path: '/lobby',
    settings: BRANDED,
    show: async (stage) => {
      await button(stage, 'info.information').click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  ...ACCOUNT_SCENES,
  extras('chat'),
  extras('quick'),
  extras('theme'),
  extras('schemes'),
  { name: 'not-found', path: '/pages/errors/error-404' },
  { name: 'crash', path: '/pages/errors/error-500' },
  ...GAME_SCENES,
  ...CABINET_SCENES,
  ...KIOSK_SCENES,
  {
    name: 'reconnect',
    path: '/lobby',
    seated: CREDIT,
    show: ({ page }) => page.getByRole('dialog').first().waitFor(),
  },
  { name: 'held', path: '/lobby/1/x', seated: CREDIT, show: chooseLater },
  {
    name: 'held-elsewhere',
    path: '/lobby/1/x',
    seated: CREDIT,
    show: async (stage) => {
      await chooseLater(stage)
      await stage.page.locator('li[data-availability=elsewhere] > button').first().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'held-empty',
    path: '/lobby/1/x',
    seated: 0,
    show: ({ page, language }) => new LobbyPage(page, language).held.waitFor(),
  },
  {
    name: 'held-wallet',
    path: '/lobby',
    seated: CREDIT,
    show: async (stage) => {
      await chooseLater(stage)
      await new Wallet(stage.page, stage.language).open()
    },
  },
  {
    name: 'held-offline',
    path: '/lobby',
    seated: CREDIT,
    show: async (stage) => {
      await chooseLater(stage)
      await loseConnection(stage)
    },
  },
  {
    name: 'held-offline-empty',
    path: '/lobby',
    seated: CREDIT,
    show: async (stage) => {
      await chooseLater(stage)
      await loseConnection(stage)
      await stage.page.locator('main a[href^="/lobby/"]').last().click()
      // A message stays under a mouse.
      await stage.page.mouse.move(0, 0)
      await stage.page.locator('main:has(> .empty-state)').waitFor()
    },
  },
  {
    name: 'held-logout',
    path: '/lobby',
    seated: CREDIT,
    show: async (stage) => {
      await chooseLater(stage)
      await goInApp(stage.page, '/logout')
      await stage.page.getByRole('dialog').waitFor()
    },
  },
]

/** The scenes that have a layout of their own. The others show further states of these. */
export const LAYOUTS =
  /^(login|lock|lobby(-layout[23])?|machines(-filters)?|busy|menu|search|stars|wallet|information|profile|limits-change|sessions|transactions|extras-(chat|quick)|game-(tour|load|autoplay|side-(rules|settings)|quality|leave|receipt|no-picture|win-huge|free-spins(-won)?|reality-check|cabinet-(two-rows|hand-pay))|reconnect|held)$/
