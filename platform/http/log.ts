import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** A JWT. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g

const hideTokens = (text: unknown) => (typeof text === 'string' ? text.replace(TOKEN, '[token]') : undefined)

const fieldOf = (value: unknown, field: string) =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined

/**
 * The logger's options. Requests are logged by method and route pattern, never by URL, which may carry a token.
 * Headers and bodies are never logged.
 */
export function logOptions(level: Config['logLevel'], stream?: { write(line: string): void }) {
  return {
    level,
    ...(stream && { stream }),
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
