import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, browserCandidates } from './run/browser.ts'

const [executablePath] = browserCandidates()

/** `npm run test:matrix`: the tests that do not differ by screen run on the desktop too. */
const isMatrix = process.env.E2E_SET === 'matrix'

/** The phone that most players hold, the desktop, and the venue's upright screen, at one device pixel per CSS pixel. */
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }
const desktop = { viewport: { width: 1366, height: 768 } }
const kiosk = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  // Each worker has a platform of its own; its machines are drawn and encoded on the same cores as the browser.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // The one difference of a build server: a failed test runs once more there, and the runner names it as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    channel: 'chromium',
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // It would answer before what a test puts between page and server; phone.spec.ts lets it in.
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
    { name: 'phone', use: phone },
    {
      name: 'desktop',
      use: desktop,
      grep: isMatrix ? /@every-screen|@desktop|@matrix/ : /@every-screen|@desktop/,
    },
    { name: 'kiosk', use: kiosk, grep: /@every-screen/ },
  ],
})
