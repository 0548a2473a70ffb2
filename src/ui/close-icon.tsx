import { LineIcon } from './LineIcon.tsx'

/** Separate from icons.tsx, because the first screens do not need it. */
export const CloseIcon = () => <LineIcon d="M6 6l12 12M18 6 6 18" />
