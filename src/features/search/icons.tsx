import { LineIcon } from '../../ui/LineIcon.tsx'

export const SearchIcon = () => <LineIcon d="M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM15.6 15.6 20.5 20.5" />

export const StarIcon = ({ full = false }: { full?: boolean }) => (
  <LineIcon
    isFilled={full}
    d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8L12 3.6Z"
  />
)

export const MachineIcon = () => (
  <LineIcon d="M5 4.5h11A1.5 1.5 0 0 1 17.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM3.5 9h14M3.5 15h14M8.2 9v6M12.8 9v6M17.5 14h3V7.5" />
)

/** A brand: stacked cards. */
export const BrandIcon = () => (
  <LineIcon d="M5.5 9h13A1.5 1.5 0 0 1 20 10.5v7a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-7A1.5 1.5 0 0 1 5.5 9ZM6 6h12M8 3.5h8" />
)
