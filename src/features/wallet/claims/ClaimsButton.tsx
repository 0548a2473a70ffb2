import { setDrawerOpen } from '../../../core/slots/drawer.ts'
import { t } from '../../../i18n/index.ts'
import { LazyPart, lazy } from '../../../ui/lazy.tsx'
import css from './ClaimsButton.module.css'
import { offered } from './state.ts'

export interface ClaimsProps {
  /** Something was credited: the balance and the toast that explains it should be in sight. */
  onGiven: () => void
}

/** Everything about claiming: fetched when what it is in is opened, or is about to be. */
export const claims = lazy(() => import('./Claims.tsx').then((module) => module.Claims))

/** Below the balance in the navbar, which makes way when it is a drawer. */
const makeWay = () => setDrawerOpen(false)

/** What a player may ask for, or its room while that is on its way; nothing where the operator offers nothing. */
export function LazyClaims({ onGiven = makeWay }: Partial<ClaimsProps>) {
  const { length } = offered.value
  if (length === 0) return null
  const fallback = (failed: boolean) => (
    <p className={css.room} data-count={length} role="status">
      {t(failed ? 'app.chunkFailed' : 'shell.loading')}
    </p>
  )
  return <LazyPart part={claims} props={{ onGiven }} fallback={fallback} />
}
