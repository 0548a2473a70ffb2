/* What shows the held machine outside the dialog, in one chunk. */
export { HeldBar } from './HeldBar.tsx'
export { HeldCard } from './HeldCard.tsx'
