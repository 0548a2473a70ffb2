/* Strokes are in theme.css. They say nothing by themselves: label what holds them. */
const Icon = ({ path }: { path: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)

export const ShiftIcon = () => <Icon path="M12 4 4.5 12H9v7h6v-7h4.5Z" />
export const BackspaceIcon = () => (
  <Icon path="M9 6h9.5A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5H9l-6-6 6-6Zm3 3.8 4.4 4.4m0-4.4L12 14.2" />
)
export const EnterIcon = () => <Icon path="m5 12.5 4.5 4.5L19 7.5" />
export const NextIcon = () => <Icon path="M5 12h14m-5.5-5.5L19 12l-5.5 5.5" />
export const HideIcon = () => (
  <Icon path="M4.5 5h15v8h-15Zm3 2.7h.1m2.9 0h.1m2.9 0h.1m2.9 0h.1M9 10.3h6m-6 6.2 3 3 3-3" />
)
export const LanguageIcon = () => (
  <Icon path="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0c-4.5 4.5-4.5 11.5 0 16 4.5-4.5 4.5-11.5 0-16ZM4.3 10h15.400M4.3 14h15.4" />
)
export const CaretIcon = ({ to }: { to: 'left' | 'right' }) => (
  <Icon path={to === 'left' ? 'm14.5 6-6 6 6 6' : 'm9.5 6 6 6-6 6'} />
)
