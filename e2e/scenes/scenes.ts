import { goInApp } from '../fixtures/go-in-app.ts'
import { text } from '../fixtures/texts.ts'
import { ExtrasPage } from '../pages/extras-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { SearchBox } from '../pages/search-box.ts'
import { Wallet } from '../pages/wallet.ts'
import type { Scene, Stage } from './scene.ts'
import { GAME_SCENES } from './scenes-game.ts'

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

/** Requests to this API path stay pending, or get the given response. */
const stubCall =
  (path: string, response?: { status?: number; json?: unknown }) =>
  ({ context }: Stage) =>
    context.route(`**/api${path}`, (route) => (response ? route.fulfill(response) : undefined))
const FAILED = { status: 500, json: { code: 70000, ErrorMessage: 'x' } }

const machines = ({ page, language }: Stage) => new LobbyPage(page, language).machines.first().waitFor()
/** Resolves when three machine cards show a live still. */
const stills = async (stage: Stage) => {
  await machines(stage)
  await stage.page.locator('main img[src^="blob:"]').nth(2).waitFor()
}
const button = ({ page, language }: Stage, key: string) =>
  page.getByRole('button', { name: text(language, key), exact: true }).first()

/** Cuts the network of the page, and resolves when the lobby says so. */
const loseConnection = async ({ page, context, language }: Stage) => {
  await page.getByLabel(text(language, 'frame.balance'), { exact: true }).waitFor()
  await context.setOffline(true)
  await page.locator('main [data-lost]').waitFor()
}

/** Answers the dialog about the held machine with "Later". */
const chooseLater = (stage: Stage) => new LobbyPage(stage.page, stage.language).later()

const LIMITS = {
  limits: [
    { kind: 'loss-day', value: 50_000, used: 32_050, resets: '2027-01-02T00:00:00Z' },
    {
      ...{ kind: 'loss-week', value: 150_000, used: 41_500, resets: '2027-01-04T00:00:00Z' },
      pending: { value: 300_000, from: '2027-01-02T09:30:00Z' },
    },
    { kind: 'loss-month', value: null, used: -120_000, resets: '2027-02-01T00:00:00Z' },
    {
      ...{ kind: 'time-day', value: 120, used: 85, resets: '2027-01-02T00:00:00Z' },
      pending: { value: null, from: '2027-01-02T09:30:00Z' },
    },
  ],
  pauseDays: [1, 7, 30, 90, 180],
  timeZone: 'Europe/Istanbul',
}
const limits = ({ page }: Stage) => page.getByTestId('limits')

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
  { name: 'lobby', path: '/lobby' },
  { name: 'lobby-dressed', path: '/lobby', settings: BRANDED },
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
    name: 'busy',
    path: '/lobby/1/x',
    show: async (stage) => {
      await machines(stage)
      await stage.page.locator('li[data-availability=status] > button').first().click()
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
    show: async (stage) => {
      const menu = button(stage, 'navigation.menu')
      if (await menu.isVisible()) await menu.click()
    },
  },
  {
    name: 'search',
    path: '/lobby',
    show: async ({ page, language }) => {
      const search = new SearchBox(page, language)
      await search.ready()
      if (!(await search.field.isVisible())) await search.openSheet()
      await search.field.fill('ker')
      await search.options.first().waitFor()
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
  { name: 'profile', path: '/profile' },
  {
    name: 'limits',
    path: '/profile',
    before: stubCall('/player/limits', { json: { ...LIMITS, pausedUntil: '2027-01-09T18:00:00Z' } }),
    show: (stage) => limits(stage).scrollIntoViewIfNeeded(),
  },
  {
    name: 'limits-change',
    path: '/profile',
    before: stubCall('/player/limits', { json: LIMITS }),
    async show(stage) {
      const section = limits(stage)
      await section.getByRole('button').first().click()
      await section.getByRole('textbox').fill('750')
      await section.getByRole('radio').nth(1).check()
      await section.getByTestId('pause').getByRole('button').click()
    },
  },
  { name: 'profile-error', path: '/profile', before: stubCall('/player/profile', FAILED) },
  { name: 'sessions', path: '/slot-sessions' },
  { name: 'sessions-loading', path: '/slot-sessions', before: stubCall('/player/sessions*') },
  {
    name: 'sessions-empty',
    path: '/slot-sessions',
    before: stubCall('/player/sessions*', { json: { rows: [], cursor: null } }),
  },
  { name: 'transactions', path: '/transactions' },
  { name: 'transactions-error', path: '/transactions', before: stubCall('/player/transactions*', FAILED) },
  extras('chat'),
  extras('quick'),
  extras('theme'),
  extras('schemes'),
  { name: 'not-found', path: '/pages/errors/error-404' },
  { name: 'crash', path: '/pages/errors/error-500' },
  ...GAME_SCENES,
  {
    name: 'reconnect',
    path: '/lobby',
    seated: true,
    show: ({ page }) => page.getByRole('dialog').first().waitFor(),
  },
  { name: 'held', path: '/lobby/1/x', seated: true, show: chooseLater },
  {
    name: 'held-wallet',
    path: '/lobby',
    seated: true,
    show: async (stage) => {
      await chooseLater(stage)
      await new Wallet(stage.page, stage.language).open()
    },
  },
  {
    name: 'held-offline',
    path: '/lobby',
    seated: true,
    show: async (stage) => {
      await chooseLater(stage)
      await loseConnection(stage)
    },
  },
  {
    name: 'held-offline-empty',
    path: '/lobby',
    seated: true,
    show: async (stage) => {
      await chooseLater(stage)
      await loseConnection(stage)
      await stage.page.locator('main a[href^="/lobby/"]').last().click()
      await stage.page.locator('main:has(> .empty-state)').waitFor()
    },
  },
  {
    name: 'held-logout',
    path: '/lobby',
    seated: true,
    show: async (stage) => {
      await chooseLater(stage)
      await goInApp(stage.page, '/logout')
      await stage.page.getByRole('dialog').waitFor()
    },
  },
]
