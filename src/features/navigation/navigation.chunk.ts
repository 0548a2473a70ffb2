/* The contents of the navbar, in one chunk (late.tsx). */

export { HorizontalNav } from './HorizontalNav.tsx'
export { NavContents } from './NavContents.tsx'
