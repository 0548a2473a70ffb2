import { computed } from '@preact/signals-react'
import type { ComponentType } from 'react'
import { latePart, lazy } from '../../../ui/lazy.tsx'
import { capabilities, game } from '../play/state.ts'

const parts = lazy(() => import('./cabinet.chunk.tsx'))
type Parts = typeof import('./cabinet.chunk.tsx')

const isCabinet = computed(() => Boolean(game.value?.cabinet || capabilities.value.cabinetButtons?.length))

/** A part that loads at a cabinet, and is not drawn at other machines. */
function cabinetPart(select: (chunk: Parts) => ComponentType) {
  const Part = latePart(parts, select)
  return () => {
    if (!isCabinet.value) return null
    void parts.preload()
    return <Part />
  }
}

export const CabinetButtons = cabinetPart((chunk) => chunk.Buttons)
export const CabinetNotices = cabinetPart((chunk) => chunk.Notices)
export const CabinetReason = cabinetPart((chunk) => chunk.Reason)
