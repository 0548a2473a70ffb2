import { act, cleanup, render, screen } from '@testing-library/preact'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Modal, preloadFluent, Switch } from './fluent-widgets.tsx'

// Fluent is large, and loads slowly on a busy machine.
beforeAll(preloadFluent, 60_000)
afterEach(() => {
  cleanup()
  document.dir = ''
})

const ignore = () => {}

/** Renders a dialog with a switch, and returns the style tags that this adds to the page. */
function open(actions: ReactNode = null): HTMLStyleElement[] {
  // Fluent's animations reject here, and this test does not need them.
  Reflect.deleteProperty(Element.prototype, 'animate')
  const before = new Set(document.querySelectorAll('style'))
  render(
    <Modal title="" actions={actions} onClose={ignore}>
      {actions ? null : <Switch title="" on={false} onToggle={ignore} />}
    </Modal>,
  )
  return [...document.querySelectorAll('style')].filter((tag) => !before.has(tag))
}

test('a dialog adds the tags of its rules once, and no theme tag', () => {
  const added = open()
  expect(added).not.toEqual([])
  expect(added.filter((tag) => !tag.dataset.makeStylesBucket)).toEqual([])
  cleanup()
  expect(open()).toEqual([])
})

test.each(['ltr', 'rtl'])('dialogs and switches follow the direction of the page: %s', (dir) => {
  document.dir = dir
  open()
  const providers = [...document.querySelectorAll<HTMLElement>('.fui-FluentProvider')]
  expect(providers.map((provider) => [provider.dir, provider.className.match(/fluent-\w+/)?.[0]])).toEqual([
    [dir, 'fluent-root'],
    [dir, 'fluent-inline'],
  ])
})

test('a dialog that opened by itself leaves its focus to the page', async () => {
  const page = document.body.appendChild(document.createElement('main'))
  open(<Button>Later</Button>)
  cleanup()
  await vi.waitFor(() => expect(document.activeElement).toBe(page))
  page.remove()
})

test('the dialog itself has the first focus, not its first button', async () => {
  open(<Button>Later</Button>)
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  await act(async () => {})
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  // Fluent focuses the button once, some tasks later.
  screen.getByRole('button').focus()
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  screen.getByRole('button').focus()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})
