/* Loaded only where the operator has set something of it. */

export { LobbyBanners } from '../features/branding/Banners.tsx'
export { Logo } from '../features/branding/Logo.tsx'
export { SupportBlock } from '../features/contact/SupportBlock.tsx'
export { reopenChat } from '../features/live-chat/actions.ts'
export { ChatWindow } from '../features/live-chat/ChatWindow.tsx'
export { LoginFooter } from './LoginFooter.tsx'
