import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

function listenError(code: unknown, { port, host }: Pick<Config, 'port' | 'host'>): string {
  if (code === 'EADDRINUSE') return `port ${port} is in use: stop what uses it or choose another one by PORT`
  if (code === 'EACCES') return `port ${port} may not be opened by this user: choose one above 1023 by PORT`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is no address of this machine`
  return `port ${port} on ${host} cannot be opened: ${code}`
}

const codeOf = (error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : error)

/**
 * Checks that the port can be opened, before the slow steps of a start. Throws an Error whose message is one
 * line.
 */
export async function probePort(config: Pick<Config, 'port' | 'host'>): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(config.port, config.host), 'listening')
  } catch (error) {
    throw new Error(listenError(codeOf(error), config))
  }
  await new Promise((closed) => probe.close(closed))
}

/** Opens the port and returns the address. Throws an Error whose message is one line. */
export async function listen(app: FastifyInstance, config: Pick<Config, 'port' | 'host'>): Promise<string> {
  try {
    return await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: () => 'the platform listens',
    })
  } catch (error) {
    throw new Error(listenError(codeOf(error), config))
  }
}
