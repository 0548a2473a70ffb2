import { createHash } from 'node:crypto'
import type { GameDef } from './game.ts'

/** A game's rules as text, and the hash that spins refer to. */
export interface Definition {
  readonly hash: string
  readonly text: string
}

/** A complete definition: reels, lines, pays, stakes. Large integers are strings in it. */
export function definitionOf(def: GameDef): Definition {
  const text = JSON.stringify(def, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return { hash: hashOfDefinition(text), text }
}

/** The rules of a stored text: this program wrote it, and the table only grows. */
export const parseDefinition = (text: string): GameDef => JSON.parse(text)

export const hashOfDefinition = (text: string): string => createHash('sha256').update(text).digest('hex')
