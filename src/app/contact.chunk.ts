/* Loaded only where the operator has set something of it. */

export { LobbyBanners } from '../features/branding/Banners.tsx'
export { SupportBlock } from '../features/contact/SupportBlock.tsx'
export { LoginFooter } from './LoginFooter.tsx'
