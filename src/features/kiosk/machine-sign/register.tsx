import { fillSlot } from '../../../core/slots/slots.ts'
import { LazyPart, lazy, noFallback } from '../../../ui/lazy.tsx'

const sign = lazy(() => import('./MachineSign.tsx').then((module) => module.MachineSign))

/** Fills the band above a machine's picture. Its code loads with the first game. */
export function registerMachineSign(): void {
  fillSlot('machineSign', () => <LazyPart part={sign} props={{}} fallback={noFallback} />)
}
