import { LineIcon } from './LineIcon.tsx'

/** The live connection is down. Separate from icons.tsx, because the first screens do not need it. */
export const LinkDownIcon = () => (
  <LineIcon d="M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M2 9a15 15 0 0 1 4.5-2.8M12.5 6c3.6.2 6.8 1.5 9.5 3.5M15 11.5c1.5.5 2.8 1.2 4 2.2M12 18.5h.01M8.5 15.6a5.5 5.5 0 0 1 5-.8" />
)
