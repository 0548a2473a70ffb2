import { LineIcon } from '../../ui/LineIcon.tsx'

export const DownloadIcon = () => <LineIcon d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15" />

export const StopIcon = () => (
  <LineIcon d="M8 6.5h8A1.5 1.5 0 0 1 17.5 8v8a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 16V8A1.5 1.5 0 0 1 8 6.5Z" />
)

/** The sort direction; `down`: descending. */
export const OrderIcon = ({ down }: { down: boolean }) => (
  <LineIcon d={down ? 'M12 5v14m-5.5-5.5L12 19l5.5-5.5' : 'M12 19V5M6.5 10.5 12 5l5.5 5.5'} />
)

export const WarnIcon = () => <LineIcon d="M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.5v.01" />

export const PhoneIcon = () => (
  <LineIcon d="M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5Zm3 14h2" />
)

export const ScreenIcon = () => <LineIcon d="M4 5h16v11H4zM12 16v4m-4 0h8" />

export const CheckIcon = () => <LineIcon d="m5 12.5 4.5 4.5L19 7.5" />

/**
 * The icon of each amount action (0: any other). The shapes differ, so that colour is not the only
 * distinction.
 */
const ACTIONS = {
  0: 'M5 12h14M9 8l-4 4 4 4m6-8 4 4-4 4',
  1: 'M12 4v10m-4-4 4 4 4-4M5 16.5V19h14v-2.5',
  2: 'M12 14V4M8 8l4-4 4 4M5 16.5V19h14v-2.5',
  3: 'M4 12h9m-3.5-4 4 4-4 4M16 5.5h3.5v13H16',
  4: 'M20 12h-9m3.5-4-4 4 4 4M8 5.5H4.5v13H8',
  5: 'M4 8.5h16v9H4zM9.5 13a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0M7 5.5h10',
  6: 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8L7 19l1.1-5.5L4 9.7 9.6 9 12 4Z',
} as const

export const ActionIcon = ({ action = 0 }: { action?: keyof typeof ACTIONS | undefined }) => (
  <LineIcon d={ACTIONS[action]} />
)
