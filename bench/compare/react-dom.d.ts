/** The one call of React's own renderer that the comparison pages make; it comes without types. */
declare module 'react-dom/client' {
  import type { ReactNode } from 'react'
  export function createRoot(element: Element): { render(node: ReactNode): void }
}
