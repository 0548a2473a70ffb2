import { expect } from '@playwright/test'
import { text } from '../fixtures/texts.ts'
import { FAILED, stubCall } from './failures.ts'
import type { Scene, Stage } from './scene.ts'

const LIMITS = {
  limits: [
    { kind: 'loss-day', value: 50_000, used: 32_050, resets: '2027-01-02T00:00:00Z' },
    {
      ...{ kind: 'loss-week', value: 150_000, used: 41_500, resets: '2027-01-04T00:00:00Z' },
      pending: { value: 300_000, from: '2027-01-02T09:30:00Z' },
    },
    { kind: 'loss-month', value: null, used: -120_000, resets: '2027-02-01T00:00:00Z' },
    {
      ...{ kind: 'time-day', value: 120, used: 85, resets: '2027-01-02T00:00:00Z' },
      pending: { value: null, from: '2027-01-02T09:30:00Z' },
    },
  ],
  pauseDays: [1, 7, 30, 90, 180],
  timeZone: 'Europe/Istanbul',
}

/** A visit that lost money, between two that won. */
const VISITS = {
  rows: [
    { id: '3', start: '2026-11-27T21:24:00Z', end: '2026-11-27T21:58:00Z', cashOut: 63_730 },
    { id: '2', start: '2026-11-26T18:05:00Z', end: '2026-11-26T18:30:00Z', cashOut: 1250 },
    { id: '1', start: '2026-11-25T22:40:00Z', end: '2026-11-26T00:10:00Z', cashOut: 91_000 },
  ].map((visit) => ({
    ...{
      machine: 'Kervan 01',
      from: 'Kervan',
      duration: 2_040_000,
      cashIn: 50_000,
      spins: 125,
      freeSpins: 25,
    },
    ...visit,
  })),
  cursor: null,
}
const limits = ({ page }: Stage) => page.getByTestId('limits')

/** The scenes of a player's account. */
export const ACCOUNT_SCENES: readonly Scene[] = [
  { name: 'profile', path: '/profile' },
  {
    name: 'limits',
    path: '/profile',
    settings: { depositLimitUrl: 'https://pay.example/limits' },
    before: stubCall('/player/limits', { json: { ...LIMITS, pausedUntil: '2027-01-09T18:00:00Z' } }),
    // From its top: no control is half under the bar.
    show: (stage) => limits(stage).evaluate((section) => section.scrollIntoView()),
  },
  {
    name: 'limits-change',
    path: '/profile',
    before: stubCall('/player/limits', { json: LIMITS }),
    async show(stage) {
      const section = limits(stage)
      await section.getByRole('button').first().click()
      await expect(section).toContainText('Europe/Istanbul')
      await section.getByRole('textbox').fill('750')
      // A higher limit waits for a day.
      await expect(section).toContainText(text(stage.language, 'limits.later'))
      await section.getByRole('radio').nth(1).check()
      await section.getByTestId('pause').getByRole('button').click()
    },
  },
  { name: 'profile-error', path: '/profile', before: stubCall('/player/profile', FAILED) },
  { name: 'sessions', path: '/slot-sessions' },
  { name: 'sessions-lost', path: '/slot-sessions', before: stubCall('/player/sessions*', { json: VISITS }) },
  { name: 'sessions-loading', path: '/slot-sessions', before: stubCall('/player/sessions*') },
  {
    name: 'sessions-empty',
    path: '/slot-sessions',
    before: stubCall('/player/sessions*', { json: { rows: [], cursor: null } }),
  },
  { name: 'transactions', path: '/transactions' },
  { name: 'transactions-error', path: '/transactions', before: stubCall('/player/transactions*', FAILED) },
]
