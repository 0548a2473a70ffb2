import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, browserCandidates, firefoxPath, shellCandidates } from './run/browser.ts'

/**
 * A test without a tag runs on the phone. `@every-screen` runs on all three screens, `@desktop` on phone and desktop,
 * `@desktop-only` on the desktop, `@firefox` also in Firefox where one is installed. `@matrix` does not differ by screen: `npm run test:matrix` runs it on both.
 */
const isMatrix = process.env.E2E_SET === 'matrix'
const [executablePath] = [...(isMatrix ? [] : shellCandidates()), ...browserCandidates()]
const installedFirefox = firefoxPath()

/** The phone that most players hold, the desktop, and the venue's upright screen, at one device pixel per CSS pixel. */
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }
const desktop = { viewport: { width: 1366, height: 768 } }
const kiosk = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

/** Where the game's page lays itself out differently; of the scenes only the game's run there. */
const tall = { ...phone, viewport: { width: 390, height: 844 } }
const landscape = { ...phone, viewport: { width: 800, height: 360 } }

/** A desktop's Firefox as it is installed, over WebDriver BiDi. */
const firefox = {
  ...desktop,
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('run/firefox.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX_PATH: installedFirefox ?? '' },
  },
}

/** Every scene (bench/scenes.ts) in every language. */
const scenes = Object.entries({ phone, desktop, kiosk, tall, landscape }).map(([name, use]) => ({
  name: `scenes ${name}`,
  testDir: 'matrix',
  use,
  grep: name === 'tall' || name === 'landscape' ? / game[ -]/ : /./,
}))

export default defineConfig({
  testDir: 'specs',
  globalSetup: './run/global-setup.ts',
  outputDir: '../test-results',
  // Each worker has a platform of its own; its machines are drawn and encoded on the same cores as the browser.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // The one difference of a build server: a failed test runs once more there, and the runner names it as flaky.
  retries: process.env.CI ? 1 : 0,
  // Only for a test that hangs: what a test waits for has its own, shorter limits.
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
    // It would answer before what a test puts between page and server; pwa.spec.ts lets it in.
    serviceWorkers: 'block',
    // Recording every test costs a fifth of the run. By hand: `npm test -- --trace on <file>`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...BROWSER_ARGS],
    },
  },
  projects: [
    { name: 'phone', use: phone, grepInvert: /@desktop-only/ },
    {
      name: 'desktop',
      use: desktop,
      grep: isMatrix ? /@every-screen|@desktop|@matrix/ : /@every-screen|@desktop/,
    },
    { name: 'kiosk', use: kiosk, grep: /@every-screen/ },
    ...(installedFirefox ? [{ name: 'firefox', use: firefox, grep: /@firefox/ }] : []),
    ...(isMatrix ? scenes : []),
  ],
})
