import { isReadable, listsName, preflight, showingHeaders } from '../client/cors.ts'
import type { Call } from '../client/http.ts'
import { type Kit, need } from '../client/kit.ts'
import { expectThat } from '../client/shapes.ts'
import { Absent } from '../report/findings.ts'

const WHERE = 'docs/operator/video.md, CORS'

/**
 * Checks the permission for a WHEP server of another origin than the app's, without which no browser shows a
 * picture. `opened`: the answer to an offer from the app's origin to `url`, which may redirect it; `session`:
 * the address that it names.
 */
export async function checkPictureCors(
  { target, recorder }: Kit,
  opened: Call,
  url: string,
  session: string | undefined,
): Promise<void> {
  const { appOrigin } = target
  const [asked, answering] = [new URL(url).origin, new URL(opened.url).origin]
  if (asked === appOrigin && answering === appOrigin) return
  const isElsewhere = asked !== answering
  // A browser does not say which page was redirected from one foreign origin to another.
  const answeredOrigin = isElsewhere && asked !== appOrigin ? 'null' : appOrigin
  /** With the player's token, which a server elsewhere does not get. */
  const sent = (...names: string[]) => (isElsewhere ? names : ['authorization', ...names])
  const permitted = async (
    address: string,
    method: string,
    wanted: readonly string[],
    origin = appOrigin,
  ) => {
    if (new URL(address).origin === appOrigin) return
    const { call, missing } = await preflight(address, origin, method, wanted)
    const exchange = showingHeaders(call, 'allow-origin', 'allow-methods', 'allow-headers')
    expectThat(!missing, exchange, `a preflight that permits ${missing}`, WHERE)
  }
  const offers = `a page of ${appOrigin} may offer and read the answer (CORS)`
  const isPermitted = await recorder.check(offers, async () => {
    await permitted(url, 'POST', ['authorization', 'content-type'])
    if (answering === appOrigin) return true
    if (isElsewhere) await permitted(opened.url, 'POST', ['content-type'], answeredOrigin)
    const exchange = showingHeaders(opened, 'allow-origin')
    const expected = `access-control-allow-origin: ${answeredOrigin}`
    expectThat(isReadable(opened, answeredOrigin), exchange, expected, WHERE)
    return true
  })
  if (session === undefined) return
  await recorder.check('a page may end the session (CORS)', async () => {
    need(isPermitted, offers)
    const exchange = showingHeaders(opened, 'expose-headers')
    const isExposed = listsName(opened, 'access-control-expose-headers', 'location')
    expectThat(isExposed, exchange, 'Location among access-control-expose-headers', WHERE)
    await permitted(session, 'DELETE', sent())
  })
  await recorder.check('a page may send candidates and restarts (CORS)', async () => {
    need(isPermitted, offers)
    const without = 'A lost picture is opened anew, which takes longer.'
    const [etag, link] = ['etag', 'link'].filter(
      (name) => opened.headers.has(name) && !listsName(opened, 'access-control-expose-headers', name),
    )
    if (!opened.headers.has('etag')) throw new Absent(without)
    await permitted(session, 'PATCH', sent('content-type', 'if-match'))
    const hidden = etag ?? link
    if (hidden) throw new Absent(`The header ${hidden} is not exposed. ${without}`)
  })
}
