import { type ReadonlySignal, signal } from '@preact/signals-react'
import { LOGIN } from './find-route.ts'

const pathnameSignal = signal(typeof location === 'undefined' ? LOGIN : location.pathname)

/** The path of the address. */
export const pathname: ReadonlySignal<string> = pathnameSignal

export function updatePathname(): void {
  pathnameSignal.value = location.pathname
}

/** Keeps `pathname` equal to the address for as long as the page lives. */
export function startPathnameSync(): void {
  // The browser fires popstate; wouter fires the other two.
  for (const event of ['popstate', 'pushState', 'replaceState'])
    window.addEventListener(event, updatePathname)
}
