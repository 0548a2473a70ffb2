/* The menu's own icons, on the grid of ui/icons.tsx: they come with the navbar. */

export function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const CloseIcon = () => <Icon d="M6 6l12 12M18 6 6 18" />
export const ChevronIcon = () => <Icon d="m8 10 4 4 4-4" />
/** A panel at the side and what goes with it. */
export const FoldIcon = () => (
  <Icon d="M5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5ZM9.5 5v14M15.5 9.5 13 12l2.5 2.5" />
)
