import type { Plugin } from 'vite'

const RUNTIME_IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/
const RUNTIME_EXPORTS = /export\{([^}]*)\};?\s*$/

/**
 * Rolldown keeps its helpers, 200 bytes, in a file of their own, which every page would request. They move
 * into the chunk of the first screen, which every page has. A chunk without an import of the first screen
 * gets a copy: its name has no hash of the first screen's, so with such an import two builds would have other
 * bytes under one name.
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    apply: 'build',
    // Names come from what was there before the helpers moved: a change of this plugin changes them all.
    augmentChunkHash: () => String(inlineRuntime),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const all = Object.values(bundle).filter((file) => file.type === 'chunk')
        const runtime = all.find(({ name }) => name === 'rolldown-runtime')
        const first = all.find(({ name }) => name === 'first-screen')
        const [, names] = RUNTIME_EXPORTS.exec(runtime?.code ?? '') ?? []
        if (!runtime || !first || !names) return this.error('the helpers of Rolldown are not where they were')
        const helpers = names.split(',').map((name) => {
          const [own = '', as = own] = name.trim().split(' as ')
          return { own, as, shared: `runtime_${as}` }
        })
        const list = (key: 'own' | 'shared') => helpers.map((helper) => helper[key]).join(',')
        const body = runtime.code.replace(RUNTIME_EXPORTS, '')
        const declared = `const [${list('shared')}]=(()=>{${body};return[${list('own')}]})();`
        for (const chunk of all) {
          const hasFirst = chunk.imports.includes(first.fileName)
          chunk.code = chunk.code.replace(RUNTIME_IMPORT, (_import, used: string) => {
            const pairs = used.split(',').map((name) => name.trim().split(' as '))
            if (hasFirst) {
              const imported = pairs.map(([name, as = name]) => `runtime_${name} as ${as}`)
              return `import{${imported}}from"./${first.fileName.split('/').at(-1)}";`
            }
            const consts = `const ${pairs.map(([name, as = name]) => `${as}=runtime_${name}`).join(',')};`
            return chunk === first ? consts : declared + consts
          })
          if (chunk !== runtime && chunk.code.includes('/rolldown-runtime-'))
            this.error(`${chunk.fileName} imports the helpers of Rolldown in another form`)
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
        }
        first.code = `${declared}${first.code};export{${list('shared')}}`
        delete bundle[runtime.fileName]
      },
    },
  }
}
