import { lazyComponent } from '../ui/lazy-component.tsx'

/** What the login has below it or at its side. */
export const loginFooter = lazyComponent(() =>
  import('./LoginFooter.tsx').then((module) => module.LoginFooter),
)
/** The live chat, once somebody asks for it. */
export const chatWindow = lazyComponent(() =>
  import('../features/live-chat/ChatWindow.tsx').then((module) => module.ChatWindow),
)
