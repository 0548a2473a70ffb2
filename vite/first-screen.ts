import { fileURLToPath } from 'node:url'
import { type InlineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { buildId } from './build-id.ts'
import { chunksOf } from './chunks.ts'
import { compileBrowserCheck, compileFirstScript, type Page } from './first-script.ts'
import { preactPlugins } from './preact-plugins.ts'
import { allTexts, type Texts } from './text-plugin.ts'

const PRERENDER = fileURLToPath(new URL('../src/app/prerender.tsx', import.meta.url))

/** The files of these chunks and of all that they import, without those that the page names already. */
function filesOf(bundle: Rolldown.OutputBundle, names: readonly string[], html: string): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file) || html.includes(file)) return
    files.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    chunk.imports.forEach(add)
  }
  for (const name of names) {
    const [chunk, ...others] = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && file.name === name,
    )
    if (!chunk || others.length > 0) throw new Error(`not one chunk is named ${name}`)
    add(chunk.fileName)
  }
  return [...files].map((file) => `/${file}`)
}

/** Renders the splash screen and the login into index.html, and puts the first script into it. */
export function firstScreen(shared: InlineConfig, texts: Texts): Plugin[] {
  let scriptModules: readonly string[] = []
  return [
    {
      name: 'first-screen',
      transformIndexHtml: {
        order: 'pre',
        async handler(html, { server }) {
          if (server) return html
          const { module } = await runnerImport<typeof import('../src/app/prerender.tsx')>(PRERENDER, {
            ...shared,
            configFile: false,
            plugins: [preactPlugins(), allTexts()],
          })
          const { splash, login } = module.prerender()
          return html
            .replace(/<!--\s.*?-->/gs, '')
            .replace('<!--splash-->', () => splash)
            .replace('<!--login-->', () => `<template>${login}</template>`)
        },
      },
    },
    {
      name: 'first-script',
      transformIndexHtml: {
        order: 'post',
        async handler(html, { bundle }) {
          const list = (page: Page) => (bundle ? filesOf(bundle, chunksOf(page, 'first'), html) : [])
          const files = { login: list('login'), lobby: list('lobby'), game: list('game') }
          const { code, modules } = await compileFirstScript(files, bundle ? texts.ofPage() : {})
          scriptModules = modules
          const check = await compileBrowserCheck()
          const page = html
            .replace('<!--browser-check-->', () => `<script>${check}</script>`)
            .replace('<!--first-script-->', () => `<script>${code}</script>`)
            .replace(/\n\s+/g, '\n')
          return bundle
            ? page.replace('<html ', () => `<html data-build="${buildId(page, bundle, texts.code())}" `)
            : page
        },
      },
      // In development. The script runs once, so its modules cannot be replaced in an open page.
      handleHotUpdate({ file, server }) {
        if (scriptModules.includes(file)) server.ws.send({ type: 'full-reload' })
      },
    },
  ]
}
