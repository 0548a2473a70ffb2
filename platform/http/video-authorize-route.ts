import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { MAX_TOKEN_LENGTH } from '../../src/contract/http.ts'
import type { Log } from '../floor/context.ts'
import { createTokenBucket } from '../lib/token-bucket.ts'
import type { Cameras } from '../video/sfu/cameras.ts'
import { tokenComparison } from './auth.ts'
import { refuse } from './error-responses.ts'

export interface VideoAuthorizeOptions {
  readonly cameras: Pick<Cameras, 'permits'>
  /** The password of the video servers. */
  readonly secret: string
  readonly log: Log
}

/** What MediaMTX sends with `authMethod: http`, as far as it is used. */
const Question = v.object({
  action: v.string(),
  path: v.pipe(v.string(), v.maxLength(500)),
  protocol: v.string(),
  token: v.optional(v.pipe(v.string(), v.maxLength(MAX_TOKEN_LENGTH)), ''),
  /** Of the viewer's session, if it has one by now. */
  id: v.nullish(v.pipe(v.string(), v.maxLength(100))),
})

/**
 * What a browser may do: MediaMTX calls reading over WHEP so. It offers the same path over HLS, RTSP, RTMP,
 * SRT and MoQ by default, whose readers the platform does not end.
 */
const isWatching = ({ action, protocol }: v.InferOutput<typeof Question>) =>
  action === 'read' && protocol === 'webrtc'

/** Refusals in the log: anybody can send tokens to a video server. */
const LOGGED = { burst: 20, perSecond: 0.1 }

/** The password of basic authentication, which MediaMTX takes from the address that it calls. */
function passwordOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  const [, encoded = ''] = /^Basic +([\w+/=]{1,1000})$/i.exec(authorization) ?? []
  return Buffer.from(encoded, 'base64').toString().split(':').slice(1).join(':') || undefined
}

/**
 * `POST /video/authorize`, for the operator's video servers: 204 if the token permits its player to watch the
 * camera at that path now, 403 if not. Nothing but reading over WHEP is permitted. Wrong passwords are
 * limited by address; with the right one the questions of all players have one address.
 */
export function videoAuthorizeRoute(
  app: FastifyInstance,
  { cameras, secret, log }: VideoAuthorizeOptions,
): void {
  const isSecret = tokenComparison(secret)
  const isServer = (request: FastifyRequest) => isSecret(passwordOf(request))
  const isLogged = createTokenBucket(LOGGED, performance.now())
  app.post('/video/authorize', { config: { isUnlimited: isServer } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isServer(request)) return refuse(reply.header('www-authenticate', 'Basic'), Code.badSignature)
    const question = v.safeParse(Question, request.body)
    if (!question.success) return refuse(reply, Code.invalidRequest)
    const { action, path, protocol, token, id } = question.output
    const isPermitted = () => cameras.permits(token, path, id ?? undefined)
    if (isWatching(question.output) && (await isPermitted())) return reply.code(204).send()
    // Whoever opens the path in a browser has no token.
    if (token && isLogged(performance.now()))
      log.warn({ code: 'camera-refused', action, path, protocol }, 'a camera was not shown')
    return reply.code(403).send()
  })
}
