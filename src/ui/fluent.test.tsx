import { cleanup, render } from '@testing-library/preact'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Modal, preloadFluent, Switch } from './fluent-widgets.tsx'

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
afterEach(() => {
  cleanup()
  document.dir = ''
})

const ignore = () => {}

/** Renders a window with a switch in it, and returns the style tags that it adds to the page. */
function open(): HTMLStyleElement[] {
  // Fluent's motion rejects here, and this test does not observe it.
  Reflect.deleteProperty(Element.prototype, 'animate')
  const before = new Set(document.querySelectorAll('style'))
  render(
    <Modal title="" actions={null} onClose={ignore}>
      <Switch title="" on={false} onToggle={ignore} />
    </Modal>,
  )
  return [...document.querySelectorAll('style')].filter((tag) => !before.has(tag))
}

test('a window adds the tags of its rules once, and none of a theme', () => {
  const added = open()
  expect(added).not.toEqual([])
  expect(added.filter((tag) => !tag.dataset.makeStylesBucket)).toEqual([])
  cleanup()
  expect(open()).toEqual([])
})

test.each(['ltr', 'rtl'])('windows and switches take the direction of the page: %s', (dir) => {
  document.dir = dir
  open()
  const providers = [...document.querySelectorAll<HTMLElement>('.fui-FluentProvider')]
  expect(providers.map((provider) => [provider.dir, provider.className.match(/fluent-\w+/)?.[0]])).toEqual([
    [dir, 'fluent-root'],
    [dir, 'fluent-inline'],
  ])
})
