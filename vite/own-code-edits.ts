import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { Code } from '../src/contract/codes.ts'

/* How the app's own modules and class names are rewritten. */

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

const scopedNames = new Map<string, string>()

/**
 * A class of a CSS module: its own name, and 18 bits of its file's. Each name is in two files that a player
 * fetches.
 */
export function scopedName(name: string, file: string): string {
  const path = file.slice(SRC.length)
  const scoped = `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`
  const other = scopedNames.get(scoped) ?? path
  if (other !== path) throw new Error(`.${name} of ${path} and of ${other} have one name: rename one of them`)
  scopedNames.set(scoped, path)
  return scoped
}

/** `Code.tokenExpired` is its number in the built app, which then does without the table. */
export function codesAsNumbers(): Plugin {
  const codes: Record<string, number> = Code
  return {
    name: 'codes-as-numbers',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\bCode\./ },
      handler: (code) => code.replace(/\bCode\.(\w+)/g, (whole, name: string) => `${codes[name] ?? whole}`),
    },
  }
}
