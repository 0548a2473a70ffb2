import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Config } from '../config/config.ts'

/** A JWT. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g

const hideTokens = (text: unknown) => (typeof text === 'string' ? text.replace(TOKEN, '[token]') : undefined)

const fieldOf = (value: unknown, field: string) =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined

/** The destination of log lines. */
export interface LogStream {
  write(line: string): void
}

/** The name of an event for programs: its message in lower case, with hyphens. */
const eventCode = (message: string) =>
  message
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Adds the event's code, unless the caller has set one because the message varies. An object without a
 * message, and an Error, get one by their kind.
 */
function logMethod(
  this: unknown,
  args: unknown[],
  method: (this: unknown, ...args: unknown[]) => void,
): void {
  const [first, second, ...rest] = args
  const details = first instanceof Error ? { err: first } : typeof first === 'string' ? {} : first
  const message = hideTokens(typeof first === 'string' ? first : second) ?? 'an error'
  const more = typeof first === 'string' && second !== undefined ? [second, ...rest] : rest
  method.call(this, { code: eventCode(message), ...Object(details) }, message, ...more)
}

/**
 * The logger's options: one JSON object per line, with level, time and code. Requests are logged by method
 * and route pattern, never by URL, which may contain a token. Headers and bodies are never logged.
 */
export function logOptions(level: Config['logLevel'], stream?: LogStream) {
  return {
    level,
    ...(stream && { stream }),
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { logMethod },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
        ip: request.ip,
      }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode ?? 0 }),
      err: (error: unknown) => ({
        type: String(fieldOf(fieldOf(error, 'constructor'), 'name')),
        code: fieldOf(error, 'code'),
        message: hideTokens(fieldOf(error, 'message')) ?? '',
        stack: hideTokens(fieldOf(error, 'stack')) ?? '',
      }),
    },
  }
}

const Line = v.looseObject({ level: v.string(), time: v.string(), msg: v.string() })
const Failure = v.object({ message: v.string(), stack: v.string() })

/** A log line for people: time, level, message, the other fields as JSON, and an error's stack below. */
export function textLine(json: string): string {
  const { level, time, msg, err, pid: _, code: __, reqId: ___, ...rest } = v.parse(Line, JSON.parse(json))
  const failure = v.safeParse(Failure, err)
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const reason = failure.success ? `: ${failure.output.message}` : ''
  const stack = failure.success ? failure.output.stack.split('\n').slice(1).join('\n') : ''
  return `${time} ${level.padEnd(5)} ${msg}${reason}${details}\n${stack && `${stack}\n`}`
}

/** Standard output in the configured format. */
export function logStream(format: Config['logFormat']): LogStream {
  const { stdout } = process
  return format === 'json' ? stdout : { write: (line) => void stdout.write(textLine(line)) }
}
