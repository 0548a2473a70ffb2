import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { Component, createRef } from 'preact'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from 'wouter'

afterEach(cleanup)

const hasCompat = () => 'isReactComponent' in Component.prototype

test('neither our modules nor wouter load preact/compat, and a link takes a ref', () => {
  const ref = createRef<HTMLAnchorElement>()
  render(
    <Link href="/lobby" ref={ref}>
      Lobby
    </Link>,
  )
  expect(ref.current).toBe(screen.getByRole('link', { name: 'Lobby' }))
  expect(hasCompat()).toBe(false)
})

test('a store that changes before its subscription or after it is drawn as it is', () => {
  let value = 'a'
  const listeners = new Set<() => void>()
  const set = (next: string) => {
    value = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => value
  const Store = () => <p>{useSyncExternalStore(subscribe, read)}</p>
  const Changes = () => {
    useLayoutEffect(() => set('b'), [])
    return null
  }
  const { container, unmount } = render(
    <>
      <Changes />
      <Store />
    </>,
  )
  expect(container.textContent).toBe('b')
  act(() => set('c'))
  expect(container.textContent).toBe('c')
  unmount()
  expect(listeners.size).toBe(0)
})

test('what is drawn and what is handled stays the same once preact/compat has loaded', async () => {
  const onBlur = vi.fn()
  const onInput = vi.fn()
  const Part = ({ at }: { at: number }) => (
    <div className="box" style={{ blockSize: `${at}px`, '--at': at }} onBlurCapture={onBlur}>
      <svg className="ring" aria-hidden="true">
        <circle stroke-dasharray="1 2" pathLength={3} />
      </svg>
      <input aria-label="name" spellCheck="false" autoCapitalize="off" onInput={onInput} tabIndex={0} />
    </div>
  )
  const { container, rerender } = render(<Part at={5} />)
  const leave = () => {
    fireEvent.input(screen.getByLabelText('name'), { target: { value: 'x' } })
    fireEvent.blur(screen.getByLabelText('name'))
    return [onInput.mock.calls.length, onBlur.mock.calls.length]
  }
  const before = container.cloneNode(true)
  expect(container.innerHTML).toContain('block-size: 5px')
  expect(leave()).toEqual([1, 1])
  await import('preact/compat')
  expect(hasCompat()).toBe(true)
  rerender(<Part at={5} />)
  expect(container.isEqualNode(before)).toBe(true)
  expect(leave()).toEqual([2, 2])
  cleanup()
  expect(render(<Part at={5} />).container.isEqualNode(before)).toBe(true)
  expect(leave()).toEqual([3, 3])
})
