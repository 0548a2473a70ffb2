import type { ReactNode } from 'react'

/** Line icons on a 24 unit grid, as in ui/icons.tsx; loaded with the extras. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

export const ChatIcon = () => (
  <Icon>
    <path d="M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5V7A1.5 1.5 0 0 1 5 5.5ZM8 9.5h8M8 13h5" />
  </Icon>
)

/** A calendar. */
export const QuickIcon = () => (
  <Icon>
    <path d="M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M8 3.5v3M16 3.5v3M8 14h4" />
  </Icon>
)

export const ThemeIcon = () => (
  <Icon>
    <path d="M4 7h9M17.5 7H20M4 12h2.5M11 12h9M4 17h9M17.5 17H20" />
    <circle cx="15.2" cy="7" r="2.2" />
    <circle cx="8.8" cy="12" r="2.2" />
    <circle cx="15.2" cy="17" r="2.2" />
  </Icon>
)

/** A palette. */
export const SchemesIcon = () => (
  <Icon>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.3 0 2-.8 2-1.8 0-1.4-1.2-1.6-1.2-2.9 0-1 .8-1.8 2-1.8h2.2a3.5 3.5 0 0 0 3.5-3.5c0-4-3.8-7-8.5-7Z" />
    <circle cx="8" cy="11" r=".9" />
    <circle cx="11.2" cy="7.6" r=".9" />
    <circle cx="15.6" cy="8.6" r=".9" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)

/** Points to the start of a line, in either direction of writing (Dock.module.css mirrors it). */
export const UnfoldIcon = () => (
  <Icon>
    <path d="M14.5 5.5L8 12l6.5 6.5" />
  </Icon>
)

export const SendIcon = () => (
  <Icon>
    <path d="M4.5 12 20 4.5 15.5 20l-3.7-6.3L4.5 12ZM11.8 13.7 20 4.5" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)
