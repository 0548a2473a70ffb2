/* The windows of the game, in a chunk of their own: nobody waits for them who only plays. */
export { preloadModal } from '../ui/Modal.tsx'
export { LeaveDialog } from './LeaveDialog.tsx'
export { LoadDialog } from './LoadDialog.tsx'
