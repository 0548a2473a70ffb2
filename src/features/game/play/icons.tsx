import { LineIcon } from '../../../ui/LineIcon.tsx'

export const MinusIcon = () => <LineIcon d="M5 12h14" />
export const PlusIcon = () => <LineIcon d="M5 12h14M12 5v14" />
export const LeaveIcon = () => <LineIcon d="M19 12H5M11 6l-6 6 6 6" />
export const LoadIcon = () => (
  <LineIcon d="M12 3.500v10M8 9.500l4 4 4-4M4.5 15v3.500a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V15" />
)
export const CashOutIcon = () => (
  <LineIcon d="M12 13.500v-10M8 7.500l4-4 4 4M4.5 15v3.500a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V15" />
)
export const PlayIcon = () => <LineIcon d="M8 5.500v13l11-6.500Z" />
