/* The dialogs of the game, loaded after the first picture. */

export { LeaveDialog } from './LeaveDialog.tsx'
export { LoadDialog, prepareDialogs } from './LoadDialog.tsx'
