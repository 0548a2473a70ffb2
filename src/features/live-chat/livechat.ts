import type { ChatProvider } from './provider.ts'

/** LiveChat by its chat page. Its agents see who it is as two custom variables, and check the hash themselves. */
export const livechat: ChatProvider = {
  name: 'LiveChat',
  page({ id }, { who }) {
    if (!/^\d+$/.test(id)) return undefined
    const query = new URLSearchParams({ groups: '0' })
    if (who) query.set('params', new URLSearchParams({ id: who.id, hash: who.hash }).toString())
    return `https://secure.livechatinc.com/licence/${id}/open_chat.cgi?${query}`
  },
}
