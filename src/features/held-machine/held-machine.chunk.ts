export { HeldBar } from './HeldBar.tsx'
export { HeldCard } from './HeldCard.tsx'
export { Logout } from './Logout.tsx'
export { ReconnectDialog } from './ReconnectDialog.tsx'
