/* The live chat, in one chunk that loads once it is opened. */

export { reopenChat } from './actions.ts'
export { ChatWindow } from './ChatWindow.tsx'
