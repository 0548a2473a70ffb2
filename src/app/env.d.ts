/** The version in package.json with a "v" before it, put in by the build. */
declare const __VERSION__: string

/** public/Settings.json as it is at the build; for prerender.tsx alone. */
declare const __SETTINGS__: unknown

/** Some groups of the messages alone: the build makes a module of them, so that they come with what needs them. */
declare module '../../locales/tr.json?groups=*' {
  const groups: Record<string, object>
  export default groups
}
declare module '../../../locales/tr.json?groups=*' {
  const groups: Record<string, object>
  export default groups
}
declare module '../../../../locales/tr.json?groups=*' {
  const groups: Record<string, object>
  export default groups
}
declare module '../../../../../locales/tr.json?groups=*' {
  const groups: Record<string, object>
  export default groups
}
