// biome-ignore-all lint/style/noRestrictedImports: this module maps React's names to Preact's
import type { VNode } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/*
 * What `react` is in src and in wouter (vite/preact-plugins.ts): core Preact. The real package is
 * preact/compat, which only Fluent needs and which loads with it. A name that is missing here fails the
 * build.
 */

export { Component, cloneElement, createContext, createElement, Fragment, isValidElement } from 'preact'
export * from 'preact/hooks'
// For wouter, as in preact/compat.
export { useLayoutEffect as useInsertionEffect } from 'preact/hooks'

/** For wouter. A function component of Preact 11 receives its ref as a prop. */
export const forwardRef =
  <P extends { ref?: unknown }>(render: (props: P, ref: unknown) => VNode) =>
  (props: P) =>
    render(props, props.ref)

/** For wouter's location, a string. */
export function useSyncExternalStore<T extends string>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => T,
): T {
  const [, setSnapshot] = useState(getSnapshot)
  useLayoutEffect(() => {
    const update = () => setSnapshot(getSnapshot())
    // The store can change between the render and this effect.
    update()
    return subscribe(update)
  }, [subscribe, getSnapshot])
  return getSnapshot()
}
