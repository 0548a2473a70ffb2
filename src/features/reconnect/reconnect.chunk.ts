export { HeldBar } from './held/HeldBar.tsx'
export { HeldCard } from './held/HeldCard.tsx'
export { Logout } from './Logout.tsx'
export { ReconnectDialog } from './ReconnectDialog.tsx'
