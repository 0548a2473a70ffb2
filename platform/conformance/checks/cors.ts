import { request } from '../client/http.ts'
import type { Kit } from '../client/kit.ts'
import { expectThat } from '../client/shapes.ts'

const WHERE = 'docs/operator/hosting.md'

const isAllowed = (allowed: string | null, origin: string) => allowed === '*' || allowed === origin
const lists = (header: string | null, word: string) =>
  header === '*' ||
  (header ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes(word)

/**
 * Checks the CORS headers, without which a browser calls no other origin. On the app's own origin nothing is
 * checked.
 */
export async function checkCors({ target, recorder }: Kit): Promise<void> {
  const { apiUrl, appOrigin } = target
  recorder.begin('CORS')
  if (new URL(apiUrl).origin === appOrigin) return
  await recorder.check(`calls from ${appOrigin} are permitted (CORS preflight)`, async () => {
    const call = await request('OPTIONS', `${apiUrl}/login`, {
      headers: {
        origin: appOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    const allowed = ['access-control-allow-origin', 'access-control-allow-headers'].map(
      (name) => `${name}: ${call.headers.get(name)}`,
    )
    const exchange = { ...call, got: `${call.status} with ${allowed.join(', ')}` }
    const headers = call.headers.get('access-control-allow-headers')
    const permits =
      call.status < 300 &&
      isAllowed(call.headers.get('access-control-allow-origin'), appOrigin) &&
      // `*` does not include Authorization.
      (headers ?? '').toLowerCase().includes('authorization') &&
      lists(headers, 'content-type')
    const expected = `status 2xx, the origin, and the headers Authorization and Content-Type`
    expectThat(permits, exchange, expected, WHERE)
  })
  await recorder.check('answers can be read from there', async () => {
    const call = await request('GET', `${apiUrl}/player/balance`, { headers: { origin: appOrigin } })
    const allowed = call.headers.get('access-control-allow-origin')
    const exchange = { ...call, got: `${call.status} with access-control-allow-origin: ${allowed}` }
    expectThat(isAllowed(allowed, appOrigin), exchange, `access-control-allow-origin: ${appOrigin}`, WHERE)
  })
}
