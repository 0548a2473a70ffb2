import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { DESKTOP, KIOSK, PHONE } from './fixtures/screen-sizes.ts'
import { BROWSER_ARGS, browserCandidates, firefoxPath, shellCandidates } from './run/browser.ts'

/**
 * A test without a tag runs on the phone. `@desktop` runs on phone and desktop, `@desktop-only` on the
 * desktop, `@firefox` also in an installed Firefox. `@matrix` tests hardly differ by screen, or set the sizes
 * of the others themselves: they run on the phone. `npm run test:matrix` runs them on phone, desktop and
 * kiosk. It alone runs `@matrix-only`: what these tests show, a shorter one shows as well, on another case or
 * in parts.
 */
const isMatrix = process.env.E2E_SET === 'matrix'
const [executablePath] = [...(isMatrix ? [] : shellCandidates()), ...browserCandidates()]
const installedFirefox = firefoxPath()

/** A common phone, a desktop and the upright screen of a venue, at one device pixel per CSS pixel. */
const phone = { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }
const desktop = { viewport: DESKTOP }
const kiosk = { viewport: KIOSK, hasTouch: true }

/** Two sizes at which only the game's layout changes, so only the game's scenes run there. */
const tall = { ...phone, viewport: { width: 390, height: 844 } }
const landscape = { ...phone, viewport: { width: 800, height: 360 } }

/** An installed desktop Firefox, over WebDriver BiDi. */
const firefox = {
  ...desktop,
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('run/firefox.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX_PATH: installedFirefox ?? '' },
  },
}

const notNow = isMatrix ? [] : [/@matrix-only/]

const onGameSizes = { grep: / game[ -]/ }

/**
 * Every scene (e2e/scenes/scenes.ts) in every language, those of a kiosk on its screen, and the scenes of a
 * zoomed desktop.
 */
const scenes = [
  ...[
    { name: 'phone', use: phone, grepInvert: / kiosk-/ },
    { name: 'desktop', use: desktop, grepInvert: / kiosk-/ },
    { name: 'kiosk', use: kiosk },
    { name: 'tall', use: tall, ...onGameSizes },
    { name: 'landscape', use: landscape, ...onGameSizes },
  ].map((screen) => ({
    ...screen,
    name: `scenes ${screen.name}`,
    testDir: 'matrix',
    testMatch: 'scenes.spec.ts',
  })),
  { name: 'scenes zoomed', use: desktop, testDir: 'matrix', testMatch: 'zoom.spec.ts' },
]

export default defineConfig({
  testDir: 'specs',
  globalSetup: './run/global-setup.ts',
  outputDir: '../test-results',
  // Each worker has its own platform, which renders and encodes on the same cores as the browser. Three are
  // slower than two on two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Only a build server runs a failed test again, and the runner reports it as flaky.
  retries: process.env.CI ? 1 : 0,
  // Only for tests that hang; the waits inside a test have their own, shorter limits.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    channel: 'chromium',
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // A service worker would answer before the routes of a test; pwa.spec.ts allows it.
    serviceWorkers: 'block',
    // Recording every test adds a fifth to the run. To record one: `npm test -- --trace on <file>`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...BROWSER_ARGS],
    },
  },
  projects: [
    { name: 'phone', use: phone, grepInvert: [/@desktop-only/, ...notNow] },
    {
      name: 'desktop',
      use: desktop,
      grep: isMatrix ? /@desktop|@matrix/ : /@desktop/,
      grepInvert: notNow,
    },
    ...(isMatrix ? [{ name: 'kiosk', use: kiosk, grep: /@matrix/, grepInvert: /@desktop-only/ }] : []),
    ...(installedFirefox ? [{ name: 'firefox', use: firefox, grep: /@firefox/ }] : []),
    ...(isMatrix ? scenes : []),
  ],
})
