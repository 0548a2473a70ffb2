import { computed } from '@preact/signals-react'
import { link, picture, videoBlock } from './state.ts'

/** The state of the video: opening, live, off (failed), or why it must not be trusted. */
export const videoStatus = computed(() => {
  if (picture.value === 'failed') return 'off'
  if (link.value === 'opening' || picture.value === 'opening') return 'opening'
  if (link.value === 'down') return 'down'
  if (videoBlock.value === undefined) return 'live'
  return picture.value === 'live' ? 'old' : 'lost'
})
