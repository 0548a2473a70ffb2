import { preflight, showingHeaders } from '../client/cors.ts'
import type { Kit } from '../client/kit.ts'
import { expectThat } from '../client/shapes.ts'

const WHERE = 'docs/operator/hosting.md, Servers on other origins'

/** Whether the calls go to another origin than the app's; a browser then asks for permission. */
const isForeign = ({ apiUrl, appOrigin }: Kit['target']) => new URL(apiUrl).origin !== appOrigin

/** Checks the permission for calls. On the app's own origin nothing is checked. */
export async function checkCors({ target, recorder }: Kit): Promise<void> {
  const { apiUrl, appOrigin } = target
  recorder.begin('CORS')
  if (!isForeign(target)) return
  await recorder.check(`calls from ${appOrigin} are permitted (CORS preflight)`, async () => {
    const { call, missing } = await preflight(`${apiUrl}/login`, appOrigin, 'POST', [
      'authorization',
      'content-type',
    ])
    const exchange = showingHeaders(call, 'allow-origin', 'allow-headers')
    expectThat(
      !missing,
      exchange,
      `status 2xx, the origin, and the headers Authorization and Content-Type`,
      WHERE,
    )
  })
}

/** Checks that a page of the app can read the answers of the calls until now. */
export async function checkCorsOfAnswers({ target, recorder, hiddenCalls }: Kit): Promise<void> {
  const { appOrigin } = target
  if (!isForeign(target)) return
  recorder.begin('CORS')
  await recorder.check(`a page of ${appOrigin} can read the answers`, () => {
    const [call] = hiddenCalls
    if (!call) return
    const more = hiddenCalls.length > 1 ? `, as with ${hiddenCalls.length - 1} other answers` : ''
    const exchange = showingHeaders(call, 'allow-origin')
    expectThat(
      false,
      { ...exchange, got: exchange.got + more },
      `access-control-allow-origin: ${appOrigin}`,
      WHERE,
    )
  })
}
