import { computed } from '@preact/signals-react'
import { link, picture, videoBlock } from './state.ts'

/** How the picture is, in a word: on its way, live, or why it is not to be trusted. */
export const videoStatus = computed(() => {
  if (link.value === 'opening' || picture.value === 'opening') return 'opening'
  if (link.value === 'down') return 'down'
  if (videoBlock.value === undefined) return 'live'
  return picture.value === 'live' ? 'old' : 'lost'
})
