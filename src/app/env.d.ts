/** The version in package.json with a "v" before it, put in by the build. */
declare const __VERSION__: string

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
