import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updatePathname } from '../../core/router/pathname.ts'
import { preconnectOnIntent } from './preconnect-on-intent.ts'

const game = vi.hoisted(() => ({ preconnect: vi.fn(), cancelPreconnect: vi.fn() }))
vi.mock('./game.chunk.ts', () => game)

let stop: () => void
beforeEach(() => {
  vi.clearAllMocks()
  document.body.innerHTML =
    '<a href="/game/7/Nar"><b>Nar</b></a><a href="/profile"><i>me</i></a><a><u>taken</u></a>'
  stop = preconnectOnIntent()
})
afterEach(() => stop())

const happens = (name: string, on: string, pointerType = 'touch') => {
  const event = Object.assign(new Event(name, { bubbles: true }), { pointerType })
  document.querySelector(on)?.dispatchEvent(event)
}
/** What was asked of the game, once its script is there. */
const asked = () =>
  vi.waitFor(() => expect(game.preconnect).toHaveBeenCalled()).then(() => game.preconnect.mock.calls)

test.each([
  ['pressed', 'pointerdown', 'touch', true],
  ['pointed at by a mouse', 'pointerover', 'mouse', false],
  ['focused', 'focusin', 'touch', false],
])('a link into a game that is %s starts the preconnect', async (_, name, pointerType, withLine) => {
  happens(name, 'b', pointerType)
  expect(await asked()).toEqual([[withLine]])
})

const art = () => document.documentElement.style.getPropertyValue('--openingArt')
function addArt() {
  const link = document.querySelector('a')
  link?.insertAdjacentHTML('beforeend', '<img src="blob:x"><img src="/assets/machines/nar.png">')
  // The DOM of the tests chooses no source.
  for (const image of document.querySelectorAll('img'))
    Object.defineProperty(image, 'currentSrc', { value: image.src })
}

test('a machine that is opened in another way does not have the art of the link that was pressed before', () => {
  const open = (path: string) => {
    history.replaceState(null, '', path)
    updatePathname()
    return art()
  }
  addArt()
  happens('pointerdown', 'b')
  expect(open('/game/7/Nar')).toContain('nar.png')
  expect(open('/lobby')).toContain('nar.png')
  // A dialog, a notice or the search leads there.
  expect(open('/game/8/Lodos')).toBe('')
  open('/lobby')
})

test("the game's page knows the art of the pressed machine, and forgets it at one without", () => {
  addArt()
  happens('pointerdown', 'b')
  expect(art()).toMatch(/^url\("http.*\/assets\/machines\/nar\.png"\)$/)
  for (const image of document.querySelectorAll('img')) image.remove()
  happens('pointerdown', 'b')
  expect(art()).toBe('')
})

test('other links, a passing finger, and events after the stop do not', async () => {
  happens('pointerdown', 'i')
  happens('pointerdown', 'u')
  happens('pointerover', 'b', 'touch')
  happens('pointerdown', 'b')
  expect(await asked()).toHaveLength(1)
  stop()
  happens('pointerdown', 'b')
  happens('pointercancel', 'b')
  await import('./play/preconnect.ts')
  expect(game.preconnect).toHaveBeenCalledTimes(1)
  expect(game.cancelPreconnect).not.toHaveBeenCalled()
})

test('a press that becomes a scroll cancels it, also while the script is loading', async () => {
  happens('pointerdown', 'b')
  happens('pointercancel', 'b')
  await vi.waitFor(() => expect(game.cancelPreconnect).toHaveBeenCalledTimes(1))
  expect(game.preconnect).not.toHaveBeenCalled()
  happens('pointerdown', 'b')
  await asked()
  happens('pointercancel', 'b')
  await vi.waitFor(() => expect(game.cancelPreconnect).toHaveBeenCalledTimes(2))
})
