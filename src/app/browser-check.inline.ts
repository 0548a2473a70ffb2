/*
 * The build compiles this module into index.html before the first script, in syntax that older browsers can
 * parse (vite/first-script.ts). It sends browsers older than those of vite/least-browsers.ts to a page that
 * says what to update. Safari 16.4 was the last of them to get CompressionStream, Chrome 111 color-mix and
 * Firefox 121 :has().
 */
if (
  !('CompressionStream' in window) ||
  !CSS.supports('selector(:has(a)) and (color:color-mix(in srgb,red,red))')
)
  location.replace(`/update-browser.html#${navigator.language.slice(0, 2)}`)
