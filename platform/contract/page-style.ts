/** The styles of both pages, light and dark. */
export const STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1d2129,#e6e8ec);--soft:light-dark(#5b6472,#9aa3b2);--back:light-dark(#fff,#14171c);--panel:light-dark(#f5f6f8,#1c2027);--line:light-dark(#d9dde3,#333943);--accent:light-dark(#0b5cad,#7db7ff);--get:light-dark(#0b6b3a,#6fd39b);--post:light-dark(#8a4b00,#f0b465)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;background:var(--panel);border-inline-end:1px solid var(--line);font-size:.875rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:.125rem .5rem;border-radius:4px;overflow-wrap:anywhere}
main{padding:2rem min(4vw,3rem) 6rem;max-width:78rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.5rem;margin:3rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1.125rem;margin:2.25rem 0 .25rem;overflow-wrap:anywhere}
h4{font-size:.8125rem;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);margin:1.25rem 0 .25rem}
p,ul{max-width:70ch;margin:.5rem 0}
a{color:var(--accent);text-decoration:none}
main a,a:hover,a:focus-visible{text-decoration:underline;text-underline-offset:.2em}
code,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
code{background:var(--panel);padding:.05em .3em;border-radius:3px;overflow-wrap:anywhere}
.verb{font-weight:700;margin-inline-end:.5rem;color:var(--get)}
.verb.post,.verb.patch,.verb.delete,.verb.receive{color:var(--post)}
.soft{color:var(--soft)}
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{font-size:.75rem;color:var(--soft);font-weight:600;white-space:nowrap}
td:first-child{white-space:nowrap}
.needed{font-weight:600}
svg{max-width:none;font-size:12px}
svg .life{stroke:var(--line)}
svg .who{text-anchor:middle;font-weight:600;fill:currentColor;font-size:13px}
svg .arrow{stroke:var(--accent);stroke-width:1.5}
svg .dashed{stroke-dasharray:5 4}
svg .tip{fill:var(--accent)}
svg .words{text-anchor:middle;fill:currentColor;paint-order:stroke;stroke:var(--back);stroke-width:4px}
svg .note{fill:var(--panel);stroke:var(--line)}
svg .note+.words{stroke:none}
@media (max-width:60rem){body{display:block}nav{position:static;height:auto;border:0}}
@media print{nav{display:none}body{display:block}}
`
