type Props = { d: string }

/** A line icon on a 24 unit grid, as in ui/icons.tsx. Hidden from assistive technology: label its container. */
function Icon({ d }: Props) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const MinusIcon = () => <Icon d="M5 12h14" />
export const PlusIcon = () => <Icon d="M5 12h14M12 5v14" />
export const LeaveIcon = () => <Icon d="M19 12H5M11 6l-6 6 6 6" />
export const SoundIcon = () => (
  <Icon d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.500ZM15.5 9.200a4 4 0 0 1 0 5.600M18 6.500a8 8 0 0 1 0 11" />
)
export const MutedIcon = () => (
  <Icon d="M4 9.500v5h3.500L12 18.500v-13L7.5 9.500ZM16 9.500l5 5M21 9.500l-5 5" />
)
export const GrowIcon = () => <Icon d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
export const ShrinkIcon = () => <Icon d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5" />
export const LoadIcon = () => (
  <Icon d="M12 3.500v10M8 9.500l4 4 4-4M4.5 15v3.500a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V15" />
)
export const CashOutIcon = () => (
  <Icon d="M12 13.500v-10M8 7.500l4-4 4 4M4.5 15v3.500a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V15" />
)
export const PlayIcon = () => <Icon d="M8 5.500v13l11-6.500Z" />
