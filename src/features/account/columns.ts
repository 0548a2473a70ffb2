import type { ReactNode } from 'react'
import { HISTORY_WORDS } from '../../contract/player.ts'
import { dateTime, duration } from '../../i18n/dates.ts'
import { count, money } from '../../i18n/format.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import type { Kind, Value } from './csv.ts'

/** A column of a table: it is drawn, sorted and written into a file by this alone. */
export interface Column<R> {
  key: string
  title: MessageKey
  kind: Kind
  value(row: R): Value
  /** Another look than that of its kind. */
  show?(row: R): ReactNode
  /** Only there when some row has a value for it. */
  optional?: true
  /** Its part of the table's width. */
  share: number
}

/** In place of a value that is not there. */
export const EMPTY = '–'

/** A value as a player reads it. */
export function formatValue(kind: Kind, value: Value): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'string') return kind === 'time' ? dateTime(value) : value
  if (kind === 'cents') return money(value)
  return kind === 'duration' ? duration(value) : count(value)
}

/** A `from` or a `tag` in the player's language; a server's own word as it is. */
export function wordText(word: string | null | undefined): string | null | undefined {
  const known = HISTORY_WORDS.find((name) => name === word)
  return known ? t(`account.word.${known}`) : word
}

/** Those of the columns that these rows have something in. */
export function columnsOf<R>(columns: readonly Column<R>[], rows: readonly R[]): readonly Column<R>[] {
  return columns.filter(({ optional, value }) => !optional || rows.some(value))
}
