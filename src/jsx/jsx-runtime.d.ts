// Types only: React's JSX, with signals allowed on the attributes of DOM elements. The run time is the preset's.
import type { ReadonlySignal } from '@preact/signals-react'
import type { JSX as ReactJSX } from 'react'

/** Attributes a signal may be bound to; handlers, refs, children and object styles stay what React says. */
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
