// Types only: React's JSX, in which attributes of DOM elements also accept signals. Preact's preset has the
// runtime.
import type { ReadonlySignal } from '@preact/signals-react'
import type { JSX as ReactJSX } from 'react'

/** Attributes that accept a signal; handlers, refs, children and object styles keep React's types. */
type Bound<P> = {
  [K in keyof P]: K extends `on${string}` | 'ref' | 'key' | 'children' | 'style' | 'dangerouslySetInnerHTML'
    ? P[K]
    : P[K] | ReadonlySignal<P[K]> | ReadonlySignal<NonNullable<P[K]>>
}

export namespace JSX {
  type ElementType = ReactJSX.ElementType
  interface Element extends ReactJSX.Element {}
  interface ElementClass extends ReactJSX.ElementClass {}
  interface ElementAttributesProperty extends ReactJSX.ElementAttributesProperty {}
  interface ElementChildrenAttribute extends ReactJSX.ElementChildrenAttribute {}
  type LibraryManagedAttributes<C, P> = ReactJSX.LibraryManagedAttributes<C, P>
  interface IntrinsicAttributes extends ReactJSX.IntrinsicAttributes {}
  interface IntrinsicClassAttributes<T> extends ReactJSX.IntrinsicClassAttributes<T> {}
  type IntrinsicElements = { [K in keyof ReactJSX.IntrinsicElements]: Bound<ReactJSX.IntrinsicElements[K]> }
}
