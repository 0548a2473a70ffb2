import { LineIcon } from '../../ui/LineIcon.tsx'

/** The shackle is a path of its own, because Lock.module.css turns it when the lock opens. */
export const PadlockIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 10.5V7.2a4 4 0 0 1 8 0v3.3" />
    <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
    <path d="M12 14.2v2.2" />
  </svg>
)

export const DeleteIcon = () => (
  <LineIcon d="M9 6h9.5A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5H9l-6-6 6-6Zm3 3.8 4.4 4.4m0-4.4L12 14.2" />
)

export const CheckIcon = () => <LineIcon d="m5 12.5 4.5 4.5L19 7.5" />

export const LeaveIcon = () => (
  <LineIcon d="M14 4.5H7A1.5 1.5 0 0 0 5.5 6v12A1.5 1.5 0 0 0 7 19.5h7M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5" />
)
