/** The menu's own icons, on the grid of ui/icons.tsx: they come with the menu. */
function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const ProfileIcon = () => (
  <Icon d="M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.2 3.6-5 7.5-5s6.7 1.8 7.5 5" />
)

/** Three reels. */
export const SessionsIcon = () => (
  <Icon d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 5ZM9.2 5v14M14.8 5v14M3.5 12h1.5m14 0h1.5" />
)

/** Money that goes and comes. */
export const TransactionsIcon = () => <Icon d="M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4-4-4 4 4 4" />
