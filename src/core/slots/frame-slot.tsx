import { type FramePlace, frameParts } from './slots.ts'

/** The component that fills a slot of the frame; undefined until one has registered. */
export function slot(name: FramePlace) {
  const Part = frameParts.value[name]
  return Part && <Part />
}
