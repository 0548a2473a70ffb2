/* Line icons on a 24 grid, as in src/ui/icons.tsx. Label what holds them. */

export const InfoIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11.2v5M12 7.8v.01" />
  </svg>
)
