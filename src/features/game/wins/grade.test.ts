import { describe, expect, test } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { celebrationOf, gradeOf, isScreen } from './grade.ts'

const paid = (stake: number, win: number) => ({ stake, win, free: false, jackpot: 0 })

describe('gradeOf', () => {
  test.each([
    [0, 'none'],
    [1, 'returned'],
    [100, 'returned'],
    [101, 'win'],
    [999, 'win'],
    [1000, 'big'],
    [4999, 'big'],
    [5000, 'huge'],
  ] as const)('a win of %i of a stake of 100 is graded %s', (win, grade) => {
    expect(gradeOf(paid(100, win))).toBe(grade)
  })

  test('the measure is the stake, in any currency', () => {
    const grades = [7, 8, 69, 70, 349, 350].map((win) => gradeOf(paid(7, win)))
    expect(grades).toEqual(['returned', 'win', 'win', 'big', 'big', 'huge'])
    expect(gradeOf({ ...paid(7, 350), free: true })).toBe('huge')
  })

  test('a free spin has cost nothing: each win of it is one', () => {
    expect(gradeOf({ ...paid(100, 20), free: true })).toBe('win')
  })

  test('a jackpot takes the whole screen, however small', () => {
    expect(gradeOf({ ...paid(100, 40), jackpot: 40 })).toBe('huge')
  })

  test('without a stake nothing is measured by it', () => {
    expect(gradeOf(paid(0, 1_000_000))).toBe('win')
  })
})

describe('celebrationOf', () => {
  const state = (over: Partial<GameState>, spin: object = {}): GameState => ({
    ...{ seq: 1, phase: 'idle', credit: 0, stake: 100, win: 0, freeSpins: 0, bonusWin: 0 },
    spin: { id: '7', stake: 100, win: 0, free: false, jackpot: 0, ...spin },
    ...over,
  })

  test('names spin, kind, amount and multiple', () => {
    expect(celebrationOf(state({}, { win: 1250 }))).toEqual({
      spinId: '7',
      grade: 'big',
      kind: 'win',
      amount: 1250,
      jackpot: 0,
      stakes: 12,
      freeSpins: 0,
    })
  })

  test('nothing is celebrated while the reels turn, without a spin, and for what the meter shows alone', () => {
    expect(celebrationOf(state({ phase: 'spinning' }, { win: 9000 }))).toBeUndefined()
    expect(celebrationOf(state({ spin: null, win: 9000 }))).toBeUndefined()
    expect(celebrationOf(state({}, { win: 999 }))).toBeUndefined()
  })

  test('free spins that a paid spin has won are shown with their number and its win', () => {
    const begun = celebrationOf(state({ freeSpins: 25 }, { win: 200 }))
    expect(begun).toMatchObject({ kind: 'bonus', freeSpins: 25, amount: 200 })
    expect(begun && isScreen(begun)).toBe(true)
  })

  test.each([
    [0, 'none'],
    [60, 'returned'],
    [2000, 'big'],
    [6000, 'huge'],
  ] as const)('free spins end with their total, of %i: %s', (bonusWin, grade) => {
    const last = { free: true, win: 50 }
    expect(celebrationOf(state({ bonusWin, freeSpins: 3 }, last))).toBeUndefined()
    const over = celebrationOf(state({ bonusWin }, last), 25)
    expect(over).toMatchObject({ kind: 'rounds', grade, amount: bonusWin, freeSpins: 25 })
    expect(over && isScreen(over)).toBe(true)
  })

  test('a jackpot comes before a total, and shows all that the spin has won', () => {
    const spin = { free: true, win: 700, jackpot: 600 }
    expect(celebrationOf(state({ bonusWin: 9000 }, spin))).toMatchObject({
      kind: 'jackpot',
      amount: 700,
      jackpot: 600,
    })
  })
})
