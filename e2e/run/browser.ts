import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, firefox, type LaunchOptions } from '@playwright/test'
import { canInstall, installPackages } from './apt.ts'
import { bin, root, run } from './step.ts'

/** Flags for a browser in a container or a virtual machine without a graphics card. */
export const BROWSER_ARGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The name of windowless Chromium: of Debian's package, of its program and of Playwright's channel. */
const SHELL = 'chromium-headless-shell'
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const FIREFOX_APPS = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The programs of these names in PATH. */
function inPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Possible browsers, best first: BROWSER_PATH, Playwright's own, then installed ones. */
export function browserCandidates(): string[] {
  const { BROWSER_PATH = '' } = process.env
  return [BROWSER_PATH, chromium.executablePath(), ...inPath(NAMES), ...APPS].filter((path) =>
    existsSync(path),
  )
}

/** Headless shells in PATH, unless BROWSER_PATH names the browser to use. */
export const shellCandidates = (): string[] =>
  process.env.BROWSER_PATH ? [] : inPath([SHELL]).filter((path) => existsSync(path))

/**
 * The Firefox of FIREFOX_PATH, else an installed one. Playwright's own build differs from the Firefox of
 * players.
 */
export function firefoxPath(): string | undefined {
  const { FIREFOX_PATH } = process.env
  const paths = FIREFOX_PATH ? [FIREFOX_PATH] : [...inPath(['firefox-esr', 'firefox']), ...FIREFOX_APPS]
  return paths.find((path) => existsSync(path))
}

/** Launches a Firefox of the system as the tests do. */
export const launchFirefox = (path: string) =>
  firefox.launch({
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX_PATH: path },
  })

/** Playwright's commands need a newer Firefox than some systems have. */
async function canDrive(path: string): Promise<boolean> {
  try {
    const browser = await launchFirefox(path)
    await (await browser.newPage()).close()
    await browser.close()
    return true
  } catch {
    return false
  }
}

/**
 * Finds a Firefox that Playwright can drive, and installs Debian's package if necessary. Undefined, after a
 * line in the log, if neither works.
 */
export async function findFirefox(log: (line: string) => void): Promise<string | undefined> {
  if (!firefoxPath() && canInstall()) {
    log("No Firefox found: installing Debian's firefox-esr package.")
    await installPackages(['firefox-esr'])
  }
  const path = firefoxPath()
  if (path && (await canDrive(path))) return path
  const reason = path ? `${path} is too old for Playwright` : 'No Firefox found'
  log(`${reason}: its end-to-end tests are left out. FIREFOX_PATH names another.`)
  return undefined
}

/** WebKitWebDriver, a screen for it, and what e2e/webkit/window.py imports. */
const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1']
const IMPORT_WEBKIT = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"

const isWebKitInstalled = (): boolean =>
  ['WebKitWebDriver', 'Xvfb'].every((name) => inPath([name]).some((path) => existsSync(path))) &&
  spawnSync('/usr/bin/python3', ['-c', IMPORT_WEBKIT]).status === 0

/**
 * Whether WebKit can run. Installs Debian's packages if necessary. False, after a line in the log, if neither
 * works.
 */
export async function findWebKit(log: (line: string) => void): Promise<boolean> {
  if (!isWebKitInstalled() && canInstall()) {
    log("No WebKit found: installing Debian's webkit2gtk-driver package.")
    await installPackages(WEBKIT_PACKAGES)
  }
  if (isWebKitInstalled()) return true
  log(`No WebKit found: its visits are left out. They need Debian's ${WEBKIT_PACKAGES.join(', ')}.`)
  return false
}

/** A program by its path, or Playwright's own browser of a channel. */
type Program = Pick<LaunchOptions, 'executablePath' | 'channel'>
interface Found {
  path: string
  version: string
}

/**
 * Starts the program as a test. An installed browser may lack a library, or be a stub for another package
 * manager.
 */
async function tryProgram(program: Program): Promise<Found | undefined> {
  try {
    const server = await chromium.launchServer({ ...program, args: [...BROWSER_ARGS], timeout: 60_000 })
    const browser = await chromium.connect(server.wsEndpoint())
    const found = { path: server.process().spawnfile, version: browser.version() }
    await server.close()
    return found
  } catch {
    return undefined
  }
}

async function firstThatStarts(programs: readonly Program[]): Promise<Found | undefined> {
  for (const program of programs) {
    const found = await tryProgram(program)
    if (found) return found
  }
  return undefined
}

const byPath = (paths: readonly string[]): Program[] => paths.map((executablePath) => ({ executablePath }))
const findInstalled = () => firstThatStarts(byPath(browserCandidates()))

/**
 * Finds a headless shell, which opens and draws a page in about half the CPU time of a whole browser.
 * Installs Debian's package if necessary. Undefined, after a line in the log, if neither works.
 */
export async function findShell(log: (line: string) => void): Promise<Found | undefined> {
  if (process.env.BROWSER_PATH) return undefined
  const find = () => firstThatStarts([{ channel: SHELL }, ...byPath(shellCandidates())])
  let found = await find()
  if (!found && canInstall()) {
    log(`No headless shell found: installing Debian's ${SHELL} package.`)
    await installPackages([SHELL])
    found = await find()
  }
  if (found) return { ...found, version: `${found.version}, headless shell` }
  log('No headless shell found: the end-to-end tests run in the whole browser, and take a third longer.')
  return undefined
}

/**
 * Finds a browser that starts, and installs one if necessary: Playwright's own, or Debian's package if this
 * is root with `apt-get`. Otherwise returns the reasons, one per line.
 */
export async function findBrowser(say: (line: string) => void): Promise<Found | { missing: string }> {
  const found = await findInstalled()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  const download = ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  const attempts: [string, () => ReturnType<typeof run>][] = [
    ["Playwright's Chromium", () => run(bin('playwright'), download, { DEBIAN_FRONTEND: 'noninteractive' })],
  ]
  if (canInstall()) attempts.push(["Debian's chromium package", () => installPackages(['chromium'])])
  const reasons: string[] = []
  for (const [what, install] of attempts) {
    say(`No browser found: installing ${what}.`)
    const { code, output } = await install()
    const ready = await findInstalled()
    if (ready) return ready
    const last = output.trim().split('\n').at(-1) ?? ''
    reasons.push(`${what}: ${code === 0 ? 'installed, but it does not start' : last}`)
  }
  reasons.push(
    'Install Chrome, Chromium or Edge, or name one in BROWSER_PATH.',
    `Looked for ${NAMES.join(', ')} in PATH, and at Playwright's own place (run in ${root}).`,
  )
  return { missing: reasons.join('\n') }
}
