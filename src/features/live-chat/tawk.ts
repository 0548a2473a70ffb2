import type { ChatProvider } from './provider.ts'

/** Tawk.to by its "direct chat link". That page takes no identity: players are anonymous there. */
export const tawk: ChatProvider = {
  name: 'Tawk.to',
  page({ id }) {
    const [, property, widget = 'default'] = /^(\w+)(?:\/(\w+))?$/.exec(id) ?? []
    return property && `https://tawk.to/chat/${property}/${widget}`
  },
}
