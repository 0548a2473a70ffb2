import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const MIN_BYTES = 1024
/** A tenth of the time of the best, and nearly its size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const ENCODERS = {
  br: (text: string) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: string) => promisify(gzip)(text),
}

/**
 * An onSend hook that compresses what is long. For lists only, never for answers that hold a token beside
 * something a stranger chose: the length of such an answer would give the token away.
 */
export async function compressResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (typeof payload !== 'string' || payload.length < MIN_BYTES) return payload
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/[,;\s]+/)
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  reply.header('vary', 'accept-encoding')
  if (!encoding) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return ENCODERS[encoding](payload)
}
