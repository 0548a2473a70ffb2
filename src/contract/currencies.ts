/** The currencies that an operator may choose from. */
export const CURRENCIES = [
  'USD',
  'EUR',
  'CRC',
  'GBP',
  'ILS',
  'INR',
  'JPY',
  'KRW',
  'NGN',
  'PHP',
  'PLN',
  'PYG',
  'THB',
  'UAH',
  'VND',
  'TRY',
] as const
