import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { EmptyState } from './EmptyState.tsx'

afterEach(cleanup)

function Page() {
  const [isLoading, setLoading] = useState(false)
  return (
    <main>
      {isLoading ? <i /> : <EmptyState title="" action="Retry" onAction={() => setLoading(true)} />}
    </main>
  )
}
const retry = () => {
  const button = screen.getByRole('button', { name: 'Retry' })
  button.focus()
  fireEvent.click(button)
}

test('when its button removes it, the page has the focus', async () => {
  render(<Page />)
  retry()
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a focus that its action has moved elsewhere stays', () => {
  const other = document.body.appendChild(document.createElement('button'))
  render(
    <main>
      <EmptyState title="" action="Retry" onAction={() => other.focus()} />
    </main>,
  )
  retry()
  expect(document.activeElement).toBe(other)
  other.remove()
})
