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

/** Sends one command of the browser's own protocol; throws what the browser refuses it with. */
export type Send = CDPSession['send']

/** The events that are listened to here. */
interface Events {
  'Runtime.bindingCalled': { name: string; payload: string }
  'Tracing.dataCollected': { value: unknown[] }
  'Tracing.tracingComplete': object
}

/** A touch screen's page with nothing of a test tool in it: touched, typed into and asked from outside. */
export interface BarePage {
  /** To the page; and to the browser around it. */
  readonly send: Send
  readonly browser: Send
  /** Hears an event of the page's or the browser's, by its name in the protocol. */
  on<T extends keyof Events>(event: T, listener: (told: Events[T]) => void): void
  /** What an expression is in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>
  /** Touches the first thing that fits, can be used, lies still and is not covered. `name`: a part of what it is called. */
  touch(selector: string, name?: string): Promise<void>
  /** Presses the space bar. */
  pressSpace(): Promise<void>
  /** Touches a field and writes this into it. */
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

/** ms: what is waited for may take so long; between two looks; and until a touch that did nothing is repeated. */
const WAIT = 30_000
const LOOK = 50
const AGAIN = 200

const Message = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})
const Point = v.nullish(v.object({ x: v.number(), y: v.number() }))

/** Each message of the pipe ends with a zero. */
async function* messages(pipe: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of pipe.setEncoding('utf8')) {
    const whole = `${rest}${chunk}`.split('\0')
    rest = whole.pop() ?? ''
    yield* whole
  }
}

/** The commands of a browser over its pipe; `hear` is told its events. */
function speak(
  out: Writable,
  into: Readable,
  hear: (event: string, told: unknown) => void,
): (session?: string) => Send {
  const open = new Map<number, (answer: v.InferOutput<typeof Message>) => void>()
  let last = 0
  void (async () => {
    for await (const text of messages(into)) {
      const message = v.parse(Message, JSON.parse(text))
      if (message.method !== undefined) hear(message.method, message.params)
      if (message.id === undefined) continue
      open.get(message.id)?.(message)
      open.delete(message.id)
    }
    for (const done of open.values()) done({ error: { message: 'the browser is gone' } })
  })()
  const send = (sessionId: string | undefined, method: string, params: object = {}) =>
    new Promise<unknown>((done, fail) => {
      const id = ++last
      open.set(id, ({ result, error }) =>
        error ? fail(new Error(`${method}: ${error.message}`)) : done(result),
      )
      out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  return (session) => ((method: string, params?: object) => send(session, method, params)) as Send
}

/** Opens a browser with one empty page, in Turkish, `width` by `height`. */
export async function openBarePage(executable: string, width: number, height: number): Promise<BarePage> {
  const profile = mkdtempSync(join(tmpdir(), 'reelcast-bare-'))
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
  const listeners: { event: string; listener: (told: never) => void }[] = []
  const to = speak(child.stdio[3] as Writable, child.stdio[4] as Readable, (event, told) => {
    for (const one of listeners) if (one.event === event) one.listener(told as never)
  })
  const browser = to()
  const { targetInfos } = await browser('Target.getTargets')
  const target = targetInfos.find(({ type }) => type === 'page')
  if (!target) throw new Error('the browser opened no page')
  const { sessionId } = await browser('Target.attachToTarget', { targetId: target.targetId, flatten: true })
  const send = to(sessionId)
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
  /** Looks until something is there; between two pages there is nothing to be asked. */
  const found = async <T>(look: () => Promise<T | undefined>, what: string): Promise<T> => {
    const late = performance.now() + WAIT
    while (performance.now() < late) {
      const answer = await look().catch(() => undefined)
      if (answer !== undefined) return answer
      await after(LOOK)
    }
    throw new Error(`waited in vain for ${what}`)
  }
  const touch = async (selector: string, name = '') => {
    const where = `(${middleOf})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`
    let before = ''
    const point = await found(async () => {
      const now = v.parse(Point, await evaluate(where))
      const last = before
      before = JSON.stringify(now)
      return now && before === last ? now : undefined
    }, `${selector} ${name}`)
    await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const until = async (expression: string) => {
    await found(async () => (await evaluate(expression)) || undefined, expression)
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
      // As a person does: what moved away under the finger is touched again.
      await found(async () => {
        await touch(selector)
        await after(AGAIN)
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

/** In the page, as a text: where the middle of a thing is that can be touched. */
const middleOf = `(selector, name) => {
  const called = (element) => element.getAttribute('aria-label') ?? element.textContent
  const thing = [...document.querySelectorAll(selector)].find(
    (element) => element.checkVisibility() && !element.disabled && called(element).includes(name),
  )
  if (!thing) return null
  thing.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = thing.getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  return thing.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null
}`
