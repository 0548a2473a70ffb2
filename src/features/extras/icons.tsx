import { LineIcon } from '../../ui/LineIcon.tsx'

export const ChatIcon = () => (
  <LineIcon d="M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5V7A1.5 1.5 0 0 1 5 5.5ZM8 9.5h8M8 13h5" />
)

/** A calendar. */
export const QuickIcon = () => (
  <LineIcon d="M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M8 3.5v3M16 3.5v3M8 14h4" />
)

export const ThemeIcon = () => (
  <LineIcon d="M4 7h9M17.5 7H20M4 12h2.5M11 12h9M4 17h9M17.5 17H20M13 7a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0M6.6 12a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0M13 17a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0" />
)

/** A palette. */
export const SchemesIcon = () => (
  <LineIcon d="M12 3.5a8.5 8.5 0 1 0 0 17c1.3 0 2-.8 2-1.8 0-1.4-1.2-1.6-1.2-2.9 0-1 .8-1.8 2-1.8h2.2a3.5 3.5 0 0 0 3.5-3.5c0-4-3.8-7-8.5-7ZM7.1 11a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0M10.3 7.6a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0M14.7 8.6a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0" />
)

/** Points to the start of a line, in either direction of writing (Dock.module.css mirrors it). */
export const UnfoldIcon = () => <LineIcon d="M14.5 5.5L8 12l6.5 6.5" />

export const SendIcon = () => <LineIcon d="M4.5 12 20 4.5 15.5 20l-3.7-6.3L4.5 12ZM11.8 13.7 20 4.5" />

export const CheckIcon = () => <LineIcon d="M5 12.5l4.5 4.5L19 7.5" />
