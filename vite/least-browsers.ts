/**
 * The oldest browsers in which the app runs. index.html sends older ones to public/update-browser.html. Why
 * these: docs/decisions/0038-oldest-browsers.md.
 */
export const LEAST_BROWSERS = { safari: '16.4', chrome: '111', edge: '111', firefox: '121' } as const

/** The same as a target of Vite's. */
export const BUILD_TARGET = Object.entries(LEAST_BROWSERS).map(([name, version]) => name + version)
