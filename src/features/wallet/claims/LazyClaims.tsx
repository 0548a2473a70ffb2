import { setDrawerOpen } from '../../../core/slots/drawer.ts'
import { t } from '../../../i18n/index.ts'
import { LazyPart, lazy } from '../../../ui/lazy.tsx'
import css from './LazyClaims.module.css'
import { offered } from './state.ts'

export interface ClaimsProps {
  /** A claim was credited: show the balance and the toast. */
  onGiven: () => void
}

/** The claims, loaded when the navbar or the wallet is opened, or is about to be. */
export const claims = lazy(() => import('./Claims.tsx').then((module) => module.Claims))

/** In the navbar, a drawer closes after a claim. */
const makeWay = () => setDrawerOpen(false)

/** The claims, or their reserved room while their code loads; hidden if the operator offers none. */
export function LazyClaims({ onGiven = makeWay }: Partial<ClaimsProps>) {
  const { length } = offered.value
  if (length === 0) return null
  const fallback = (failed: boolean) => (
    <p className={css.room} data-count={length} role="status">
      {t(failed ? 'app.chunkFailed' : 'frame.loading')}
    </p>
  )
  return <LazyPart part={claims} props={{ onGiven }} fallback={fallback} />
}
