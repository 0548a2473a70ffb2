import { count } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/index.ts'

/* How the figures of a connection are written. */

export const NONE = '–'

export const formatOr = <T>(value: T | undefined, write: (value: T) => string) =>
  value === undefined ? NONE : write(value)

export const ms = (value: number) =>
  count(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })

export const withError = (value: number, error: number) =>
  t('quality.plusMinus', { time: ms(value), error: count(error) })
