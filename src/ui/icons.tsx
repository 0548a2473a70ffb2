import type { ReactNode } from 'react'

type Props = { children: ReactNode; mirrors?: boolean }

/**
 * A line icon on a 24 unit grid; the strokes are in theme.css. It has no accessible name: label its
 * container. `mirrors`: it has a direction, which right-to-left pages turn round.
 */
function Icon({ children, mirrors }: Props) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-mirrors={mirrors}>
      {children}
    </svg>
  )
}

export const WalletIcon = () => (
  <Icon>
    <path d="M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5h12A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5.5A1.5 1.5 0 0 1 4 6.5 2 2 0 0 1 6 4.5h11V8" />
    <circle cx="16" cy="13.7" r="1" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon mirrors>
    <path d="M4 7h16M4 12h16M4 17h10" />
  </Icon>
)

export const BackIcon = () => (
  <Icon mirrors>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Icon>
)
