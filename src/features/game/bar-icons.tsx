import { Icon } from './icons.tsx'

/* Apart, so that they load with the tools of the bar. */

export const SoundIcon = () => (
  <Icon d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.500ZM15.5 9.200a4 4 0 0 1 0 5.600M18 6.500a8 8 0 0 1 0 11" />
)
export const MutedIcon = () => (
  <Icon d="M4 9.500v5h3.500L12 18.500v-13L7.5 9.500ZM16 9.500l5 5M21 9.500l-5 5" />
)
export const GrowIcon = () => <Icon d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
export const ShrinkIcon = () => <Icon d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5" />
