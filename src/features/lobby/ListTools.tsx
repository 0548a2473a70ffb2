import { BusyLayer } from './busy/BusyLayer.tsx'
import { FilterBar } from './filters/FilterBar.tsx'

/** The filters above the list, and the dialog of its busy machines. */
export function ListTools() {
  return (
    <>
      <FilterBar />
      <BusyLayer />
    </>
  )
}
