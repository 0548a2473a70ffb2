import { type ReadonlySignal, signal } from '@preact/signals-react'
import { LOGIN } from './routes.ts'

const pathnameSignal = signal(typeof location === 'undefined' ? LOGIN : location.pathname)

/** The path in the address. */
export const pathname: ReadonlySignal<string> = pathnameSignal

/** Reads the path from the address again. */
export function updatePathname(): void {
  pathnameSignal.value = location.pathname
}

/** Keeps `pathname` equal to the address for as long as the page lives. */
export function startPathnameSync(): void {
  // wouter dispatches the last two, the browser the first.
  for (const event of ['popstate', 'pushState', 'replaceState'])
    window.addEventListener(event, updatePathname)
}
