import { NavIcon } from '../../core/router/nav-icons.tsx'
import { BrandIcon, MachineIcon } from './icons.tsx'
import type { Entry } from './rank.ts'

/** What an entry is, as a picture. */
export function EntryIcon({ entry: { item, kind } }: { entry: Entry }) {
  if (item) return <NavIcon item={item} />
  return kind === 'brand' ? <BrandIcon /> : <MachineIcon />
}
