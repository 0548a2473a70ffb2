import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KEY_ACTIONS, type KeyAction } from '../../../contract/settings-play.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { DEFAULT_KEYS } from './default-keys.ts'
import { addKeyHandler, setKeyBindings, startKeys } from './handle-keys.ts'
import { keyBindings, toggleLetterKeys } from './state.ts'

const done: KeyAction[] = []
let stop: () => void
const undo: (() => void)[] = []

const press = (code: string, more: KeyboardEventInit = {}, on: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true, ...more })
  on.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(async () => {
  await setSettings({})
  setKeyBindings(DEFAULT_KEYS)
  for (const action of KEY_ACTIONS) undo.push(addKeyHandler(action, () => done.push(action)))
  stop = startKeys()
})
afterEach(() => {
  stop()
  for (const one of undo.splice(0)) one()
  done.length = 0
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('with the default keys', () => {
  test('a key that the operator rebound does not spin', async () => {
    await setSettings({ keys: { Enter: 'cashOut', Digit1: 'spin' } })
    setKeyBindings(keyBindings.peek())
    press('Enter')
    press('Digit1')
    press('Space')
    expect(done).toEqual(['cashOut', 'spin', 'spin'])
  })

  test('a device without KeyboardEvent.code is matched by key', () => {
    press('', { key: ' ' })
    press('', { key: 'Enter' })
    press('', { key: 'x' })
    expect(done).toEqual(['spin', 'spin'])
  })
})

describe("with the operator's key map", () => {
  beforeEach(() => setKeyBindings(keyBindings.peek()))

  test.each(Object.entries(DEFAULT_KEYS))('%s does %s', (code, action) => {
    expect(press(code)).toBe(true)
    expect(done).toEqual([action])
  })

  test('a player can switch off the keys that type a character, and on again', async () => {
    await setSettings({ keys: { Digit1: 'spin', F5: 'stakeMax', Comma: 'mute' } })
    toggleLetterKeys()
    expect(Object.keys(keyBindings.value).sort()).toEqual(
      ['ArrowDown', 'ArrowUp', 'Enter', 'F5', 'NumpadEnter', 'Space'].sort(),
    )
    expect(localStorage.getItem('reelcast.letter-keys')).toBe('off')
    setKeyBindings(keyBindings.peek())
    expect(press('KeyC')).toBe(false)
    press('Space')
    expect(done).toEqual(['spin'])
    toggleLetterKeys()
    expect(keyBindings.value).toMatchObject({ KeyC: 'cashOut', Digit1: 'spin', Comma: 'mute' })
    expect(localStorage.getItem('reelcast.letter-keys')).toBeNull()
  })

  test("the operator's keys add to and override the defaults; an invalid one is ignored", async () => {
    await setSettings({ keys: { Digit1: 'spin', F5: 'stakeMax', Space: 'help' } })
    expect(keyBindings.value).toMatchObject({
      Digit1: 'spin',
      F5: 'stakeMax',
      Space: 'help',
      KeyC: 'cashOut',
    })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await setSettings({ keys: { Digit1: 'fly' } })
    expect(keyBindings.value).toEqual(DEFAULT_KEYS)
    warn.mockRestore()
  })

  test('each press triggers its action once, whatever else is pressed; unknown keys do nothing', () => {
    const code = fc.oneof(
      fc.constantFrom(...Object.keys(DEFAULT_KEYS), 'KeyQ', 'Tab', 'ShiftLeft', 'F13', 'Escape'),
      fc.constantFrom('constructor', 'toString', '__proto__', ''),
      fc.string(),
    )
    const one = fc.record({ code, repeat: fc.boolean(), ctrlKey: fc.boolean(), altKey: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one), (presses) => {
        done.length = 0
        for (const { code, ...more } of presses) press(code, more)
        const meant = presses.filter(({ repeat, ctrlKey, altKey }) => !repeat && !ctrlKey && !altKey)
        expect(done).toEqual(
          meant.flatMap(({ code }) => (Object.hasOwn(DEFAULT_KEYS, code) ? (DEFAULT_KEYS[code] ?? []) : [])),
        )
      }),
    )
  })

  test.each(['ctrlKey', 'altKey', 'metaKey'])('with %s a key is left to the browser', (modifier) => {
    expect(press('KeyC', { [modifier]: true })).toBe(false)
    expect(done).toEqual([])
  })

  test('a held key triggers once, and the page does not scroll', () => {
    expect(press('Space', { repeat: true })).toBe(true)
    expect(done).toEqual([])
  })
})

describe('the focused element', () => {
  beforeEach(() => setKeyBindings(DEFAULT_KEYS))
  const put = (html: string) => {
    document.body.innerHTML = html
    return document.querySelector('[data-on]') as Element
  }

  test.each([
    ['<input data-on>', ['Space', 'KeyM', 'ArrowUp']],
    ['<textarea data-on></textarea>', ['Enter', 'KeyC']],
    ['<select data-on></select>', ['ArrowDown', 'KeyL']],
    ['<p contenteditable data-on></p>', ['KeyA']],
    ['<button data-on></button>', ['Space', 'Enter', 'NumpadEnter']],
    ['<a href="/x" data-on></a>', ['Enter']],
    ['<div role="dialog"><b data-on></b></div>', ['Space', 'KeyC']],
    ['<div popover="auto"><b data-on></b></div>', ['Space', 'KeyC']],
    ['<aside><p data-on></p></aside>', ['ArrowUp', 'ArrowDown']],
    ['<div role="tabpanel" tabindex="0" data-on></div>', ['Space', 'Enter', 'NumpadEnter', 'ArrowDown']],
    // Browsers focus a scrolled area without a tabindex too.
    ['<ol data-on></ol>', ['Space', 'Enter', 'NumpadEnter', 'ArrowUp']],
  ])('%s keeps %j', (html, codes) => {
    const on = put(html)
    for (const code of codes) press(code, {}, on)
    expect(done).toEqual([])
  })

  test('a button keeps only the keys that press it, and a scrolled area those that scroll it', () => {
    press('KeyM', {}, put('<button data-on></button>'))
    press('ArrowUp', {}, put('<button data-on></button>'))
    press('KeyM', {}, put('<div tabindex="0" data-on></div>'))
    expect(done).toEqual(['mute', 'stakeUp', 'mute'])
  })

  test('a part of the page that was focused for screen readers keeps no key', () => {
    for (const html of ['<aside tabindex="-1" data-on></aside>', '<div tabindex="-1" data-on></div>'])
      press('Space', {}, put(html))
    expect(done).toEqual(['spin', 'spin'])
  })

  test('no key plays while a modal dialog such as the idle lock is open', () => {
    const dialog = document.createElement('dialog')
    document.body.append(dialog)
    dialog.showModal()
    press('Space')
    press('KeyC')
    expect(done).toEqual([])
    dialog.close()
    press('Enter')
    expect(done).toEqual(['spin'])
  })
})

describe('after the focused control has disappeared', () => {
  const spin = () => document.querySelector('[data-key=spin]')
  const spun = vi.fn()
  beforeEach(() => {
    setKeyBindings(DEFAULT_KEYS)
    spun.mockClear()
    document.body.innerHTML = '<button data-key="spin"></button><p><button id="more"></button></p>'
    spin()?.addEventListener('click', spun)
  })
  /** Focuses an element, and then its focus goes to the body. */
  const loseFocus = (change: (focused: HTMLElement) => void, id = 'more') => {
    const element = document.getElementById(id) as HTMLElement
    element.focus()
    change(element)
    element.blur()
  }

  test.each(['Space', 'Enter', 'NumpadEnter'])('the first %s only focuses the spin button', (code) => {
    loseFocus((more) => more.remove())
    expect(press(code)).toBe(true)
    expect(spun).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(spin())
    ;(spin() as HTMLElement).blur()
    spin()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    press(code)
    expect(spun).toHaveBeenCalledTimes(2)
  })

  test('so does the first one after it was disabled, also when it is enabled again', () => {
    loseFocus((more) => more.toggleAttribute('disabled', true))
    document.querySelector('#more')?.toggleAttribute('disabled', false)
    press('Space')
    expect(spun).not.toHaveBeenCalled()
  })

  test.each(['main', 'div'])('so does the first one where the page has got its focus, its <%s>', (name) => {
    document.body.innerHTML += `<${name} id="root" tabindex="-1"></${name}>`
    loseFocus((more) => more.remove())
    const page = document.getElementById('root')
    page?.focus()
    page?.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', bubbles: true }))
    expect(document.activeElement).toBe(spin())
  })

  test('another key acts at once', () => {
    loseFocus((more) => more.remove())
    press('KeyC')
    expect(done).toEqual(['cashOut'])
  })

  test('a press elsewhere gives up the focus on purpose: the next key spins', () => {
    loseFocus(() => {})
    document.querySelector('p')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    press('Space')
    expect(spun).toHaveBeenCalledTimes(1)
  })

  test.each(['<div role="dialog">', '<dialog open>', '<div popover>'])(
    '%s that closes returns the focus by itself: the next key spins',
    (tag) => {
      document.body.insertAdjacentHTML('beforeend', `${tag}<button id="close"></button>`)
      loseFocus((close) => close.parentElement?.remove(), 'close')
      press('Space')
      expect(spun).toHaveBeenCalledTimes(1)
    },
  )
})

test("a key clicks its action's control; a disabled one shakes", () => {
  document.body.innerHTML =
    '<button data-key="cashOut"></button><button data-key="load" aria-disabled="true"></button>'
  const [cashOut, load] = document.querySelectorAll('button')
  const tapped = vi.fn()
  cashOut?.addEventListener('click', tapped)
  const shaken = vi.fn()
  if (load) load.animate = shaken
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setKeyBindings(DEFAULT_KEYS)
  press('KeyC')
  press('KeyL')
  expect(tapped).toHaveBeenCalledTimes(1)
  expect(shaken).toHaveBeenCalledTimes(1)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  press('KeyL')
  expect(shaken).toHaveBeenCalledTimes(1)
  expect(done).toEqual([])
})
