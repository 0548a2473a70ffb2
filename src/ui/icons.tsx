import { LineIcon } from './LineIcon.tsx'

export const WalletIcon = () => (
  <LineIcon d="M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5h12A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5.5A1.5 1.5 0 0 1 4 6.5 2 2 0 0 1 6 4.5h11V8M15 13.7a1 1 0 1 0 2 0 1 1 0 1 0-2 0" />
)
export const MenuIcon = () => <LineIcon mirrors d="M4 7h16M4 12h16M4 17h10" />
export const BackIcon = () => <LineIcon mirrors d="M19 12H5M11 6l-6 6 6 6" />
