import { useSignalEffect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { setPageReady } from '../../core/connection/state.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { clearScrollPositions, useScrollRestoration } from '../../ui/use-scroll-restoration.ts'
import { loadBrands, openMachines } from './actions.ts'
import { BrandGrid } from './BrandGrid.tsx'
import { Dock } from './late.tsx'
import { MachineGrid } from './MachineGrid.tsx'
import { brands, brandsLoad, machinesLoad } from './state.ts'

interface Props {
  /** A brand's id; without one all brands are shown, or all machines when the operator shows no brands. */
  id?: string | undefined
  /** The brand's name, shown until the brands have loaded. */
  name?: string | undefined
}

onSessionEnd(clearScrollPositions)

/** The lobby: all brands, or the machines of one brand. */
export function LobbyPage({ id, name }: Props) {
  const byBrand = settings.value.showLobby
  const showBrands = byBrand && id === undefined
  // Before the first paint, so that the first script's answers are drawn at once.
  useLayoutEffect(() => {
    // Each time the brands are shown, for their jackpots; a brand's own page needs its jackpot too.
    if (byBrand && (showBrands || brands.peek().length === 0)) loadBrands()
  }, [byBrand, showBrands])
  useSignalEffect(() => {
    const answered = [brandsLoad.value, machinesLoad.value].some(
      (load) => load === 'ready' || load === 'failed',
    )
    if (answered) setPageReady()
  })
  useScrollRestoration(id ?? '')
  useLayoutEffect(() => {
    if (!showBrands) openMachines(byBrand ? id : undefined)
  }, [showBrands, byBrand, id])
  return (
    <main>
      {showBrands ? (
        <BrandGrid />
      ) : (
        <MachineGrid brandId={byBrand ? id : undefined} name={byBrand ? name : undefined} />
      )}
      <Dock />
    </main>
  )
}
