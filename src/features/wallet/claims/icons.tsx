import { LineIcon } from '../../../ui/LineIcon.tsx'

/** A label with a percent sign. */
export const DiscountIcon = () => (
  <LineIcon d="M12.6 3.5H19a1.5 1.5 0 0 1 1.5 1.5v6.4a2 2 0 0 1-.6 1.4l-7.1 7.1a2 2 0 0 1-2.8 0l-5.9-5.9a2 2 0 0 1 0-2.8l7.1-7.1a2 2 0 0 1 1.4-.6ZM14.8 10.2l-5.2 3.6M10 9.9h.01M14.3 14.1h.01" />
)

/** A gift, for a bonus and for claims in general. */
export const BonusIcon = () => (
  <LineIcon d="M5 12.5v7h14v-7M3.5 8h17v4.5h-17zM12 8v11.5M12 8S10.9 3.8 8.6 3.8a2 2 0 0 0-2.1 2.1C6.5 7.6 9 8 12 8Zm0 0s1.1-4.2 3.4-4.2a2 2 0 0 1 2.1 2.1C17.5 7.6 15 8 12 8Z" />
)
