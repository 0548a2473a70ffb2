/** Such as 50 or 12.50, as a number in Settings.json. */
const MAJOR_AMOUNT = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/** An amount in major units as cents, below 10^15; undefined for any other text. */
export function parseMajorAmount(text: string): number | undefined {
  const [, whole, fraction = ''] = MAJOR_AMOUNT.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Cents as an amount in major units, with two decimals. */
export function formatMajorAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
