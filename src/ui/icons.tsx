import type { ReactNode } from 'react'

type Props = { children: ReactNode }

/** Line icons on a 24 grid; the strokes are in theme.css. They say nothing by themselves: label what holds them. */
function Icon({ children }: Props) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
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
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h10" />
  </Icon>
)

export const BackIcon = () => (
  <Icon>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Icon>
)

export const FlameIcon = () => (
  <Icon>
    <path d="M12 3c.6 3.4 5.5 5.6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.3 1.1-3.7 2-4.7.2 1.5.8 2.3 1.7 2.7C10 9 10.3 5.5 12 3Z" />
  </Icon>
)

export const LinkDownIcon = () => (
  <Icon>
    <path d="M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M2 9a15 15 0 0 1 4.5-2.8M12.5 6c3.6.2 6.8 1.5 9.5 3.5M15 11.5c1.5.5 2.8 1.2 4 2.2M12 18.5h.01M8.5 15.6a5.5 5.5 0 0 1 5-.8" />
  </Icon>
)
