/** The version in package.json with a "v" before it, put in by the build. */
declare const __VERSION__: string

/*
 * Of the page's first script alone: vite/first-script.ts puts the values in when it compiles the script,
 * after the names of the app's files are known. The lists of files are empty in `npm run dev`.
 */

/** The files that a guest's page needs beside its entry. */
declare const __LOGIN_FILES__: readonly string[]
/** The same for a player with a token, who sees the lobby first, or an account page. */
declare const __LOBBY_FILES__: readonly string[]
/** The same for a game that is opened by its address. */
declare const __GAME_FILES__: readonly string[]
/** The first parts of the paths at which a guest sees the login. */
declare const __LOGIN_PAGES__: readonly string[]
/** The texts of the first screens in all languages; none in `npm run dev`. */
declare const __PAGE_TEXTS__: import('../i18n/texts.ts').PageTexts

/** The texts of all languages in development and in tests; none in a build (vite/text-plugin.ts). */
declare module 'virtual:all-texts' {
  const texts: import('../i18n/texts.ts').Tables
  export default texts
}
