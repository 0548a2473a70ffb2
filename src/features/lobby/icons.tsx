import { LineIcon } from '../../ui/LineIcon.tsx'

/* Separate from ui/icons.tsx, because they load after the lobby's list. */

export const StarIcon = () => (
  <LineIcon d="m12 3.8 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8L12 3.8Z" />
)

/** A machine that somebody plays, or that waits for its player. */
export const PlayerIcon = () => (
  <LineIcon d="M8.5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 0 0-7 0M5 19.5c.6-4 3.4-5.5 7-5.5s6.4 1.5 7 5.5" />
)

/** A machine that nobody can play. */
export const ShutIcon = () => <LineIcon d="M4 12a8 8 0 1 0 16 0 8 8 0 0 0-16 0m2.3-5.7 11.4 11.4" />

export const FilterIcon = () => (
  <LineIcon d="M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0" />
)

export const ClockIcon = () => <LineIcon d="M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 7.5V12l3 2" />

export const TrophyIcon = () => (
  <LineIcon d="M7.5 4h9v6a4.5 4.5 0 0 1-9 0V4ZM7.5 6H4.2c0 3.2 1.3 5 3.7 5M16.5 6h3.3c0 3.2-1.3 5-3.7 5M12 14.5V18m-4 2h8m-6.5-2h5" />
)

export const BellIcon = () => (
  <LineIcon d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5l1.5-1.5ZM10 20.5h4" />
)
