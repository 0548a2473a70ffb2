import { dateTime } from './dates.ts'
import { money } from './format.ts'
import { paramFormats } from './index.ts'

/*
 * Loads when a text of LATE_GROUPS (text-parts.ts) is needed: the build adds them to this module, which also
 * formats the values in them.
 */

const amount = (value: string | number) => (Number.isSafeInteger(value) ? money(Number(value)) : '')
paramFormats.until = (value) => (value ? dateTime(String(value), 'dayTime') : '')
paramFormats.limit = paramFormats.left = amount
