import { lazyPage } from '../shell/lazy-page.tsx'

/** What the login has below it or at its side. */
export const loginMore = lazyPage(() => import('./LoginMore.tsx').then((module) => module.LoginMore))
/** The live chat, once somebody asks for it. */
export const chatWindow = lazyPage(() =>
  import('../support/chat/ChatWindow.tsx').then((module) => module.ChatWindow),
)
