import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import texts from '../../locales/tr.json?groups=lobby,shell,status'
import { addTexts, setLocale } from '../i18n/index.ts'
import { keepGate } from '../session/gate.ts'
import { signedIn, signedOut } from '../session/state.ts'
import { Menu } from './Menu.tsx'

addTexts('tr', texts)
keepGate()

const enterWith = (permissions: readonly number[] | undefined) =>
  signedIn('t1', {
    id: '7',
    username: 'deniz',
    name: 'Deniz',
    lastname: 'Kaya',
    roles: ['user'],
    permissions,
  })
const links = () => screen.getAllByRole('link', { hidden: true })
const open = () => {
  render(<Menu />)
  expect(screen.getByText('Deniz Kaya')).toBeTruthy()
}

beforeEach(() => history.replaceState(null, '', '/lobby'))
afterEach(async () => {
  cleanup()
  await setLocale('tr')
})

test('it has the five items, each with its icon, and who is here', async () => {
  enterWith([145])
  open()
  expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Salon', '/lobby'],
    ['Profil', '/profile'],
    ['Oyun oturumları', '/slot-sessions'],
    ['İşlemler', '/transactions'],
    ['Çıkış yap', '/logout'],
  ])
  for (const link of links()) expect(link.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  await act(() => setLocale('en'))
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Home',
    'Profile',
    'Game Sessions',
    'Transactions',
    'Log out',
  ])
})

test('without the level there is the way out alone', async () => {
  enterWith([7])
  open()
  expect(links().map((link) => link.getAttribute('href'))).toEqual(['/logout'])
})

test('nobody but a player has one', () => {
  signedOut()
  const { container } = render(<Menu />)
  expect(container.innerHTML).toBe('')
})

test('the item of the page that is shown says so', async () => {
  enterWith(undefined)
  open()
  const current = () =>
    links()
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(({ textContent }) => textContent)
  const go = (to: string) =>
    act(() => {
      history.pushState(null, '', to)
      window.dispatchEvent(new Event('pushState'))
    })
  await go('/lobby/3/Nar')
  expect(current()).toEqual(['Salon'])
  await go('/slot-sessions')
  expect(current()).toEqual(['Oyun oturumları'])
})
