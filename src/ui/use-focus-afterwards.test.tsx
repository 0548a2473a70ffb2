import { render } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { TransientButton } from './TransientButton.tsx'

test.each([
  ['the element that is named', 'next', 'next'],
  ['the dialog around it, if that is gone too', 'gone', 'around'],
])('a button that goes leaves the focus to %s', async (_, next, expected) => {
  const draw = (hasButton: boolean) => (
    <div role="dialog" id="around" aria-label="x">
      {hasButton && <TransientButton next={next}>retry</TransientButton>}
      <p id="next" tabIndex={-1} />
    </div>
  )
  const { rerender, getByRole } = render(draw(true))
  getByRole('button').focus()
  rerender(draw(false))
  await Promise.resolve()
  expect(document.activeElement?.id).toBe(expected)
})
