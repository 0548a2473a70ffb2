import { isReadable, listsName, preflight, showingHeaders } from '../client/cors.ts'
import type { Call } from '../client/http.ts'
import { type Kit, need } from '../client/kit.ts'
import { expectThat } from '../client/shapes.ts'
import { Absent } from '../report/findings.ts'

const WHERE = 'docs/operator/video.md, CORS'

/**
 * Checks the permission for a WHEP server of another origin than the app's, without which no browser shows a
 * picture. `opened`: the answer to an offer from the app's origin; `session`: the address that it names.
 */
export async function checkPictureCors(
  { target, recorder }: Kit,
  opened: Call,
  url: string,
  session: string | undefined,
): Promise<void> {
  const { appOrigin } = target
  if (new URL(url).origin === appOrigin) return
  const permitted = async (address: string, method: string, wanted: readonly string[]) => {
    const { call, missing } = await preflight(address, appOrigin, method, wanted)
    const exchange = showingHeaders(call, 'allow-origin', 'allow-methods', 'allow-headers')
    expectThat(!missing, exchange, `a preflight that permits ${missing}`, WHERE)
  }
  const offers = `a page of ${appOrigin} may offer and read the answer (CORS)`
  const isPermitted = await recorder.check(offers, async () => {
    await permitted(url, 'POST', ['authorization', 'content-type'])
    const exchange = showingHeaders(opened, 'allow-origin')
    expectThat(isReadable(opened, appOrigin), exchange, `access-control-allow-origin: ${appOrigin}`, WHERE)
    return true
  })
  if (session === undefined) return
  await recorder.check('a page may end the session (CORS)', async () => {
    need(isPermitted, offers)
    const exchange = showingHeaders(opened, 'expose-headers')
    const isExposed = listsName(opened, 'access-control-expose-headers', 'location')
    expectThat(isExposed, exchange, 'Location among access-control-expose-headers', WHERE)
    await permitted(session, 'DELETE', ['authorization'])
  })
  await recorder.check('a page may send candidates and restarts (CORS)', async () => {
    need(isPermitted, offers)
    const without = 'A lost picture is opened anew, which takes longer.'
    const [etag, link] = ['etag', 'link'].filter(
      (name) => opened.headers.has(name) && !listsName(opened, 'access-control-expose-headers', name),
    )
    if (!opened.headers.has('etag')) throw new Absent(without)
    await permitted(session, 'PATCH', ['authorization', 'content-type', 'if-match'])
    const hidden = etag ?? link
    if (hidden) throw new Absent(`The header ${hidden} is not exposed. ${without}`)
  })
}
