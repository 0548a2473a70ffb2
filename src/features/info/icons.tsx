/* Line icons on a 24 grid, as in src/ui/icons.tsx. Label what holds them. */

export const CloseIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 6l12 12M18 6 6 18" />
  </svg>
)

export const InfoIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11.2v5M12 7.8v.01" />
  </svg>
)
