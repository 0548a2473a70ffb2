import { session } from '../core/session/state.ts'
import { latePart, loadedOf } from '../ui/lazy.tsx'
import { extras, laterParts, lock, pageServices } from './late-signed-in.ts'

/* What is drawn over every page of a signed-in player, each once its code has loaded. */

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
