// Types only: React's JSX, in which attributes of DOM elements also accept signals. Preact's preset has the
// runtime.
import type { ReadonlySignal } from '@preact/signals-react'
import type { JSX as ReactJSX } from 'react'

/** Events are the browser's own. Only preact/compat adds React's members to them. */
declare module 'react' {
  interface SyntheticEvent<T = Element, E = Event> {
    nativeEvent: never
    isDefaultPrevented: never
    isPropagationStopped: never
    persist: never
  }
  interface KeyboardEvent<T = Element> {
    readonly isComposing: boolean
  }
}

/**
 * Props that preact/compat changes and Preact does not. It loads with Fluent, so that they would change their
 * meaning while the page lives. In place of them: `onFocusCapture`, `onBlurCapture`, `stroke-width`.
 */
type CompatProp =
  | 'onFocus'
  | 'onBlur'
  | 'onDoubleClick'
  | 'defaultValue'
  | 'translate'
  | CamelCase<keyof ReactJSX.IntrinsicElements['path']>

/** Attributes of SVG that have a hyphen. */
type CamelCase<K> =
  K extends `${'clip' | 'color' | 'fill' | 'font' | 'letter' | 'marker' | 'stop' | 'stroke' | 'text' | 'vector'}${infer Rest}`
    ? Rest extends '' | Uncapitalize<Rest>
      ? never
      : K
    : never

/** Preact adds no `px` to a number. */
type Style<S> = { [K in keyof S]: Exclude<S[K], number> } & {
  [variable: `--${string}`]: string | number | undefined
}

type Plain<P> = {
  [K in keyof P as K extends CompatProp ? never : K]: K extends 'style'
    ? Style<NonNullable<P[K]>> | undefined
    : // Preact leaves out an attribute that is `false`, which spell checking needs as a text.
      K extends 'spellCheck'
      ? Exclude<P[K], boolean>
      : P[K]
}

/** The props of a DOM element, for a component that passes them on. */
export type ElementProps<T extends keyof ReactJSX.IntrinsicElements> = Plain<ReactJSX.IntrinsicElements[T]>

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
  type IntrinsicElements = { [K in keyof ReactJSX.IntrinsicElements]: Bound<ElementProps<K>> }
}
