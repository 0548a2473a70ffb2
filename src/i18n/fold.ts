/* The platform searches as the app does, so the fold itself is where both reach it. */
export { fold } from '../contract/normalize-for-search.ts'
