import { session } from '../core/session/state.ts'
import { loadOfetch } from '../net/load-ofetch.ts'
import { latePart, lazy, loadedOf } from '../ui/lazy.tsx'

/* What is drawn over every page of a signed-in player, each once its code has loaded. */

/** The idle lock. Where the operator wants it, no page is drawn before it has loaded. */
export const lock = lazy(() => import('../features/lock/LockLayer.tsx').then((module) => module.LockLayer))
/** With ofetch, which a page that was drawn from early answers does not have yet. */
export const pageServices = lazy(async () => {
  const services = import('./page-services.chunk.ts')
  await Promise.all([services, loadOfetch()])
  return services
})
/** The second wave (later.ts). */
export const laterParts = lazy(() => import('./later.chunk.ts'))
/** The operator's extras, of the login and of a player's pages. */
export const extras = lazy(() => import('../features/extras/extras.chunk.tsx'))

const Toasts = latePart(pageServices, (chunk) => chunk.Toasts)
const DocumentTitle = latePart(pageServices, (chunk) => chunk.DocumentTitle)
const ReconnectLayer = latePart(pageServices, (chunk) => chunk.ReconnectLayer)
const FooterLayer = latePart(laterParts, (chunk) => chunk.FooterLayer)
const SearchLayer = latePart(laterParts, (chunk) => chunk.SearchLayer)
const ExtrasLayer = latePart(extras, (chunk) => chunk.Extras)

export function Layers() {
  const Lock = loadedOf(lock)
  return (
    <>
      {Lock && <Lock />}
      <Toasts />
      <DocumentTitle />
      {session.value.status === 'player' && <ReconnectLayer />}
      <FooterLayer />
      <SearchLayer />
      <ExtrasLayer />
    </>
  )
}
