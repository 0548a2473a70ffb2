import type { FastifyInstance } from 'fastify'
import { Code } from '../../src/contract/codes.ts'

/** Where somebody connects from. The built-in platform knows no countries: it lets everyone in. */
export function checkRoute(app: FastifyInstance): void {
  app.get('/check', async ({ ip }) => ({ status: true, code: Code.success, ip, country: null }))
}
