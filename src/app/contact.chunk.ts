/* What an operator has to set first, in one chunk. */

export { LobbyBanners } from '../features/branding/Banners.tsx'
export { SupportBlock } from '../features/contact/SupportBlock.tsx'
export { LoginFooter } from './LoginFooter.tsx'
