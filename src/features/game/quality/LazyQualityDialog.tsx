import { useEffect } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { LazyDialog } from '../../../ui/open-lazy.tsx'
import { closeFigures, figuresOpen } from './state.ts'

const dialog = lazyComponent(() => import('./QualityDialog.tsx').then((module) => module.QualityWindow))

/** The page of figures, fetched when it is first asked for. */
export function QualityDoor() {
  useEffect(() => closeFigures, [])
  return <LazyDialog part={dialog} props={{}} open={figuresOpen.value} onFailed={closeFigures} />
}
