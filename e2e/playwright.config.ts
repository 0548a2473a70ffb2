import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, browserCandidates } from './run/browser.ts'

const [executablePath] = browserCandidates()

/**
 * The phone that most players hold, the desktop, and the venue's upright screen. A phone's finer pixels are drawn by the
 * same cores as the video; a build server leaves them out.
 */
const deviceScaleFactor = process.env.CI ? 1 : 2
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor }
const desktop = { viewport: { width: 1366, height: 768 } }
const kiosk = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

/**
 * What breaks on the way does so alike on every screen: the phone is enough for it. A build server, which has its
 * minutes, leaves who may come in and the floor to the phone as well; by hand that runs on both.
 */
const ALIKE = process.env.CI
  ? /faults-|access|extras|gates|live|lobby|lock|operator-look|reconnect|search|security|session/
  : /faults-/

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  // Each worker has a platform of its own; its machines are drawn and encoded on the same cores as the browser.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Real video on shared cores: what passes at the second try only is counted out by the runner.
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
    // A recording takes its share of the cores: only of what is tried again, or of what is run by hand.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...BROWSER_ARGS],
    },
  },
  projects: [
    { name: 'phone', use: phone },
    { name: 'desktop', use: desktop, grep: /@every-screen|@desktop/, testIgnore: ALIKE },
    { name: 'kiosk', use: kiosk, grep: /@every-screen/ },
  ],
})
