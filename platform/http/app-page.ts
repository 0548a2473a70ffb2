import type { FastifyReply, FastifyRequest } from 'fastify'
import { CACHE } from '../config/headers/header-set.ts'
import { stampPage } from '../config/settings/stamp-page.ts'
import { rememberLast } from '../lib/remember-last.ts'
import { createTextSender } from './stored-text.ts'

/** Answers a request with index.html. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Requests the client hint with the connection's bandwidth, by which an offer on a slow connection starts
 * with a small video.
 */
const CLIENT_HINTS = { 'accept-ch': 'Downlink' }

/** Serves index.html, rebuilt and compressed once for each version of Settings.json. */
export function createAppPage(html: string, readText: () => Promise<string | undefined>): SendPage {
  const stamped = rememberLast((settingsText: string | undefined) => stampPage(html, settingsText))
  const send = createTextSender()
  return async (request, reply) => {
    const page = stamped(await readText())
    reply.headers({ 'cache-control': CACHE.page, ...CLIENT_HINTS }).type('text/html; charset=utf-8')
    return send(request, reply, page)
  }
}
