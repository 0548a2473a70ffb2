import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentHelp, environmentPage } from './environment-page.ts'

test('docs/operator/environment.md is what the code generates: "npm run settings -- --schema" writes it', () => {
  const page = new URL('../../docs/operator/environment.md', import.meta.url)
  expect(readFileSync(page, 'utf8')).toBe(environmentPage())
})

test('the help has each variable with its default, without Markdown', () => {
  expect(environmentHelp()).toContain('  PORT (8080)\n      TCP port\n')
  expect(environmentHelp()).toContain(' see Several processes\n')
  expect(environmentHelp()).not.toMatch(/[`\]]/)
})
