import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { transformWithOxc } from 'vite'
import { type DriverPrograms, startDriver } from './programs.ts'

/** The driver has lost its browser, or gives no answer. */
export class DriverLost extends Error {}

/**
 * A WebKit window with an empty profile, driven over WebDriver. A wait rejects after WAIT_MS, and any method
 * with DriverLost if the driver fails.
 */
export interface WebKit {
  /** The browser's name and version. */
  readonly version: string
  /** Opens an address; resolves when the app has started. */
  open(url: string): Promise<void>
  /** Does `work`, after which the page reloads itself; resolves when the app has started again. */
  whileReloading(work: () => Promise<void>): Promise<void>
  /** Waits for an element that is visible, at rest and uncovered, with a matching text. Returns its text. */
  find(selector: string, text?: RegExp): Promise<string>
  /** Waits for an element as `find` does, until it is enabled, and clicks it. */
  click(selector: string, text?: RegExp): Promise<void>
  /** Waits for a field and types into it. */
  type(selector: string, text: string): Promise<void>
  /** The role and the name of an element, as the browser gives them to screen readers. */
  accessible(selector: string): Promise<string>
  /** Waits until a message with these words is announced to screen readers. */
  said(words: string): Promise<void>
  /** Waits until no element of the selector is visible. */
  gone(selector: string): Promise<void>
  /** Evaluates an expression in the page and awaits its value. */
  evaluate(expression: string): Promise<unknown>
  /** In CSS px. */
  resize(width: number, height: number): Promise<void>
  /** The page as a PNG. */
  screenshot(): Promise<Buffer>
  /**
   * The errors in the console so far, one per line, with uncaught errors and CSP violations. Rejects if the
   * console does not report a violation that this call causes.
   */
  complaints(): Promise<string[]>
  close(): void
}

/** The longest wait for what a page shows, ms. */
const WAIT_MS = 20_000
/** The longest wait for the driver's answer, ms: longer, because the driver itself waits for the page. */
const ANSWER_MS = 30_000
/** The key of an element reference (W3C WebDriver). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** An address that the app's policy forbids. */
const FORBIDDEN = 'https://forbidden.example/'

const Answer = v.object({ value: v.unknown() })
const Refusal = v.object({ error: v.string(), message: v.string() })
const NewSession = v.object({
  sessionId: v.string(),
  capabilities: v.object({ browserName: v.string(), browserVersion: v.string() }),
})
const Found = v.object({ element: v.object({ [ELEMENT]: v.string() }), text: v.string() })

const fileOf = (name: string) => join(import.meta.dirname, name)

/** Compiles the page's script to a classic one. */
async function pageScript(): Promise<string> {
  const file = fileOf('page-script.ts')
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  return `(() => {${code}})()`
}

/** Sends a WebDriver command. A refusal rejects with its code and message. */
async function send(url: string, method: string, body?: unknown): Promise<unknown> {
  let value: unknown
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const init = { method, signal, ...(body !== undefined && { body: JSON.stringify(body) }) }
    value = v.parse(Answer, await (await fetch(url, init)).json()).value
  } catch (error) {
    throw new DriverLost(`no answer to ${method} ${url}`, { cause: error })
  }
  const refusal = v.safeParse(Refusal, value)
  if (!refusal.success) return value
  const { error, message } = refusal.output
  const text = `${error}: ${message} (${method} ${url})`
  throw error === 'invalid session id' ? new DriverLost(text) : new Error(text)
}

/** Opens a window of this size, CSS px. */
export async function openWebKit(width: number, height: number): Promise<WebKit> {
  const programs = await startDriver()
  try {
    const webkit = await openWindow(programs)
    await webkit.resize(width, height)
    return webkit
  } catch (error) {
    programs.end()
    throw error
  }
}

async function openWindow({ address, folder, log, logged, end }: DriverPrograms): Promise<WebKit> {
  const script = join(folder, 'page-script.js')
  writeFileSync(script, await pageScript())
  const browserOptions = { binary: fileOf('window.py'), args: [join(folder, 'profile'), script] }
  const alwaysMatch = { 'webkitgtk:browserOptions': browserOptions, timeouts: { script: WAIT_MS } }
  const answer = await send(`${address}/session`, 'POST', { capabilities: { alwaysMatch } })
  const { sessionId, capabilities } = v.parse(NewSession, answer)
  const session = `${address}/session/${sessionId}`
  const post = (path: string, body: unknown) => send(session + path, 'POST', body)
  /** Runs a script in the page. The driver passes it a callback as its last argument, which ends it. */
  const run = (script: string, ...args: unknown[]) => post('/execute/async', { script, args })
  const evaluate = (expression: string) => run(`Promise.resolve(${expression}).then(arguments[0])`)

  /**
   * Does `work` and waits for the app in the console, without a command: the driver loses the browser if one
   * meets a page that another replaces.
   */
  async function untilStarted(work: () => Promise<unknown>): Promise<void> {
    const from = log().length
    await work()
    await logged('boot: app', from, WAIT_MS).catch(async (cause: unknown) => {
      // Rejects with DriverLost if that is the reason.
      await send(`${session}/url`, 'GET')
      throw new Error(`the app has not started:\n${log().slice(from)}`, { cause })
    })
  }

  async function find(selector: string, text = /(?:)/) {
    const found = run('visitPage.find(arguments[0], arguments[1]).then(arguments[2])', selector, text.source)
    const { element, text: content } = v.parse(
      Found,
      await found.catch((cause: unknown) => {
        throw cause instanceof DriverLost ? cause : new Error(`no ${selector} with ${text}`, { cause })
      }),
    )
    return { path: `/element/${element[ELEMENT]}`, text: content }
  }

  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    open: (url) => untilStarted(() => post('/url', { url })),
    whileReloading: untilStarted,
    find: async (selector, text) => (await find(selector, text)).text,
    async click(selector, text) {
      const { path } = await find(`${selector}:not(:disabled, [aria-disabled=true])`, text)
      await post(`${path}/click`, {})
    },
    async type(selector, text) {
      const { path } = await find(selector)
      await post(`${path}/value`, { text })
    },
    async accessible(selector) {
      const { path } = await find(selector)
      const [role, name] = await Promise.all(
        ['computedrole', 'computedlabel'].map((property) => send(`${session}${path}/${property}`, 'GET')),
      )
      return `${role} ${name}`
    },
    async said(words) {
      await run('visitPage.said(arguments[0]).then(arguments[1])', words)
    },
    async gone(selector) {
      await run('visitPage.gone(arguments[0]).then(arguments[1])', selector)
    },
    evaluate,
    async resize(width, height) {
      await post('/window/rect', { width, height })
    },
    screenshot: async () =>
      Buffer.from(v.parse(v.string(), await send(`${session}/screenshot`, 'GET')), 'base64'),
    async complaints() {
      const from = log().length
      await evaluate(`new Image().src = '${FORBIDDEN}'`)
      await logged(`ERROR Refused to load ${FORBIDDEN}`, from, WAIT_MS)
      return log()
        .split('\n')
        .filter((line) => /CONSOLE( \w+)* ERROR/.test(line) && !line.includes(FORBIDDEN))
    },
    close: end,
  }
}
