import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding, encode, MIN_BYTES } from './compress-response.ts'

/** Bytes of a text up to which the slow compression at the highest level is worth it, once. */
const MAX_BEST_BYTES = 256 * 1024

/** A text that many requests get. */
export interface StoredText {
  readonly etag: string
  /** The text in one encoding, which is made once. Rejects if the text cannot be read. */
  encoded(encoding: Encoding): Promise<Buffer>
}

/** `read`: reads the text that has this tag. */
export function createStoredText(etag: string, read: () => Promise<Buffer>): StoredText {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    etag,
    encoded(encoding) {
      const known = made.get(encoding)
      if (known) return known
      const form = read().then((bytes) => encode(encoding, bytes, MAX_BEST_BYTES))
      made.set(encoding, form)
      form.catch(() => made.delete(encoding))
      return form
    },
  }
}

const plainTag = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether If-None-Match, which may be a list, has this tag, strong or weak. */
export function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map(plainTag)
  return tags?.some((tag) => tag === plainTag(etag) || tag === '*') ?? false
}

/**
 * Answers 304 to a client that has the text, and else with its compressed form. False: the text must be sent
 * as it is, because the client accepts no other form, or because it is short. `length`: of the text, in
 * bytes.
 */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  text: StoredText,
  length: number,
): Promise<boolean> {
  reply.header('etag', text.etag)
  const isShort = length < MIN_BYTES
  if (!isShort) reply.header('vary', 'accept-encoding')
  if (matchesEtag(request, text.etag)) {
    reply.code(304).send()
    return true
  }
  const encoding = isShort ? undefined : acceptedEncoding(request)
  if (!encoding) return false
  const form = await text.encoded(encoding)
  reply.header('content-encoding', encoding).send(form)
  return true
}

/** Returns a function that answers with the text of its last call, and stores each text once. */
export function createTextSender() {
  let current: { text: string; bytes: Buffer; stored: StoredText } | undefined
  return async (request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> => {
    if (current?.text !== text) {
      const bytes = Buffer.from(text)
      const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`
      current = { text, bytes, stored: createStoredText(etag, async () => bytes) }
    }
    const { bytes, stored } = current
    return (await sendEncoded(request, reply, stored, bytes.length)) ? reply : reply.send(bytes)
  }
}
