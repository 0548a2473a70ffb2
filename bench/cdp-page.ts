import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'
import * as v from 'valibot'
import { BROWSER_ARGS } from '../e2e/run/browser.ts'

/** Sends one command of the Chrome DevTools Protocol. Throws if the browser returns an error. */
export type Send = CDPSession['send']

/** The protocol events that the benches use. */
interface Events {
  'Runtime.bindingCalled': { name: string; payload: string }
  'Tracing.dataCollected': { value: unknown[] }
  'Tracing.tracingComplete': object
}

/** A page driven by the DevTools protocol alone: no test framework injects scripts or work into it. */
export interface CdpPage {
  /** `send` addresses the page, `browser` the browser. */
  readonly send: Send
  readonly browser: Send
  /** Subscribes to a protocol event of the page or the browser. */
  on<T extends keyof Events>(event: T, listener: (params: Events[T]) => void): void
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Polls until an expression is truthy. */
  until(expression: string): Promise<void>
  /**
   * Touches the first matching element that is visible, enabled, at rest and not covered; `name` is part of
   * its label.
   */
  touch(selector: string, name?: string): Promise<void>
  /** Presses the space bar. */
  pressSpace(): Promise<void>
  /** Touches a field and replaces its text. */
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

const WAIT_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 50
/** Pause after a touch that did not focus the field. */
const RETRY_MS = 200

const Message = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})
const Point = v.nullish(v.object({ x: v.number(), y: v.number() }))

/** Messages in the pipe are separated by NUL. */
async function* messages(pipe: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of pipe.setEncoding('utf8')) {
    const whole = `${rest}${chunk}`.split('\0')
    rest = whole.pop() ?? ''
    yield* whole
  }
}

/** Connects to a browser over its debugging pipe; `onEvent` receives its events. */
function connectPipe(
  out: Writable,
  into: Readable,
  onEvent: (event: string, params: unknown) => void,
): (session?: string) => Send {
  const pending = new Map<number, (answer: v.InferOutput<typeof Message>) => void>()
  let last = 0
  void (async () => {
    for await (const text of messages(into)) {
      const message = v.parse(Message, JSON.parse(text))
      if (message.method !== undefined) onEvent(message.method, message.params)
      if (message.id === undefined) continue
      pending.get(message.id)?.(message)
      pending.delete(message.id)
    }
    for (const done of pending.values()) done({ error: { message: 'the browser is gone' } })
  })()
  const send = (sessionId: string | undefined, method: string, params: object = {}) =>
    new Promise<unknown>((done, fail) => {
      const id = ++last
      pending.set(id, ({ result, error }) =>
        error ? fail(new Error(`${method}: ${error.message}`)) : done(result),
      )
      out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  return (session) => ((method: string, params?: object) => send(session, method, params)) as Send
}

/** Starts a browser with one empty page of `width` by `height` CSS pixels, in Turkish. */
export async function openCdpPage(executable: string, width: number, height: number): Promise<CdpPage> {
  const profile = mkdtempSync(join(tmpdir(), 'reelcast-bench-'))
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(
    executable,
    [
      '--headless=new',
      '--remote-debugging-pipe',
      '--disable-dev-shm-usage',
      `--user-data-dir=${profile}`,
      ...sandbox,
      ...BROWSER_ARGS,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const listeners: { event: string; listener: (params: never) => void }[] = []
  const sessionSend = connectPipe(child.stdio[3] as Writable, child.stdio[4] as Readable, (event, params) => {
    for (const entry of listeners) if (entry.event === event) entry.listener(params as never)
  })
  const browser = sessionSend()
  const { targetInfos } = await browser('Target.getTargets')
  const target = targetInfos.find(({ type }) => type === 'page')
  if (!target) throw new Error('the browser opened no page')
  const { sessionId } = await browser('Target.attachToTarget', { targetId: target.targetId, flatten: true })
  const send = sessionSend(sessionId)
  const { userAgent } = await browser('Browser.getVersion')
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await send('Emulation.setLocaleOverride', { locale: 'tr-TR' })
  await send('Emulation.setUserAgentOverride', {
    userAgent: userAgent.replace('Headless', ''),
    acceptLanguage: 'tr-TR',
  })

  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true })
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`)
    return result.value
  }
  /** Polls until `read` returns a value; during a navigation it may throw. */
  const poll = async <T>(read: () => Promise<T | undefined>, what: string): Promise<T> => {
    const deadline = performance.now() + WAIT_TIMEOUT_MS
    while (performance.now() < deadline) {
      const answer = await read().catch(() => undefined)
      if (answer !== undefined) return answer
      await after(POLL_INTERVAL_MS)
    }
    throw new Error(`timed out waiting for ${what}`)
  }
  const touch = async (selector: string, name = '') => {
    const where = `(${centreOf})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`
    let before = ''
    const point = await poll(async () => {
      const point = v.parse(Point, await evaluate(where))
      const last = before
      before = JSON.stringify(point)
      return point && before === last ? point : undefined
    }, `${selector} ${name}`)
    await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const until = async (expression: string) => {
    await poll(async () => (await evaluate(expression)) || undefined, expression)
  }
  return {
    send,
    browser,
    on: (event, listener) => void listeners.push({ event, listener }),
    evaluate,
    until,
    touch,
    async pressSpace() {
      const key = { code: 'Space', key: ' ', windowsVirtualKeyCode: 32 }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
    async type(selector, text) {
      const focused = `document.activeElement?.matches(${JSON.stringify(selector)})`
      // The field may move between the measurement and the touch.
      await poll(async () => {
        await touch(selector)
        await after(RETRY_MS)
        return (await evaluate(focused)) || undefined
      }, focused)
      await evaluate('document.activeElement.select()')
      await send('Input.insertText', { text })
    },
    async close() {
      await browser('Browser.close')
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Source of a function that runs in the page: the centre of a touchable element, or null. */
const centreOf = `(selector, name) => {
  const labelOf = (element) => element.getAttribute('aria-label') ?? element.textContent
  const target = [...document.querySelectorAll(selector)].find(
    (element) => element.checkVisibility() && !element.disabled && element.ariaDisabled !== 'true' && labelOf(element).includes(name),
  )
  if (!target) return null
  target.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = target.getBoundingClientRect()
  const centre = { x: x + width / 2, y: y + height / 2 }
  return target.contains(document.elementFromPoint(centre.x, centre.y)) ? centre : null
}`
