/* What a cabinet shows beside its picture and its meters, in one chunk. */
export { Buttons } from './Buttons.tsx'
export { Notices } from './Notices.tsx'
export { Reason } from './Reason.tsx'
