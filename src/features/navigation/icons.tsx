import { LineIcon } from '../../ui/LineIcon.tsx'

/* The menu's icons; loaded with the navbar. */

export const ChevronIcon = () => <LineIcon d="m8 10 4 4 4-4" />
/** A side panel with an arrow. */
export const FoldIcon = () => (
  <LineIcon
    mirrors
    d="M5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5ZM9.5 5v14M15.5 9.5 13 12l2.5 2.5"
  />
)
