type Props = { d: string }

/**
 * A line icon on a 24 unit grid, as in ui/icons.tsx. Hidden from assistive technology: label its container.
 */
export function Icon({ d }: Props) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const MinusIcon = () => <Icon d="M5 12h14" />
export const PlusIcon = () => <Icon d="M5 12h14M12 5v14" />
export const LeaveIcon = () => <Icon d="M19 12H5M11 6l-6 6 6 6" />
export const LoadIcon = () => (
  <Icon d="M12 3.500v10M8 9.500l4 4 4-4M4.5 15v3.500a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V15" />
)
export const CashOutIcon = () => (
  <Icon d="M12 13.500v-10M8 7.500l4-4 4 4M4.5 15v3.500a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V15" />
)
export const PlayIcon = () => <Icon d="M8 5.500v13l11-6.500Z" />
