import { setDrawerOpen } from '../../../core/frame/drawer.ts'
import { t } from '../../../i18n/index.ts'
import { LazyPart } from '../../../ui/lazy.tsx'
import type { ClaimsProps } from './Claims.tsx'
import css from './LazyClaims.module.css'
import { claims } from './late.tsx'
import { offered } from './state.ts'

/** In the navbar, a drawer closes after a claim. */
const makeWay = () => setDrawerOpen(false)

/** The claims, or their reserved room while their code loads; hidden if the operator offers none. */
export function LazyClaims({ onGiven = makeWay }: ClaimsProps) {
  const { length } = offered.value
  if (length === 0) return null
  const fallback = (failed: boolean) => (
    <p className={css.room} data-count={length} role="status">
      {t(failed ? 'app.chunkFailed' : 'frame.loading')}
    </p>
  )
  return <LazyPart part={claims} props={{ onGiven }} fallback={fallback} />
}
