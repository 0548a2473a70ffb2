import { computed } from '@preact/signals-react'
import { type FloorPlace, frameParts } from '../../core/slots/slots.ts'

// Nothing of a card is drawn anew when something else joins the frame.
const part = computed(() => frameParts.value.floor)

/** A place for what joins the lobby's page once that can be used (tools/): its room is kept, or it floats. */
export function Place(props: FloorPlace) {
  const Part = part.value
  return Part ? <Part {...props} /> : null
}
