import { ErrorAnswer, MachineStatus, Params } from '../../src/contract/http.ts'
import { LOCALE_CODES } from '../../src/contract/locales.ts'
import { LocalizedText } from '../../src/contract/localized-text.ts'
import { Amount, Cents, Id, RequestId } from '../../src/contract/money.ts'
import { AmountAction } from '../../src/contract/player.ts'
import { describeObject, describeValue, optional } from './field-docs.ts'

/** The schemas that the calls and the channels share. */
export const VALUE_SCHEMAS = {
  Cents: describeValue(Cents, 'A whole number of cents (minor units): 1050 is 10.50, in every currency.'),
  Amount: describeValue(Amount, 'A requested amount: whole cents, 1 to 100,000,000,000.'),
  Id: describeValue(
    Id,
    'A number or a text. The app converts both to text and sends text. Not `.` or `..`, which no address can hold.',
  ),
  RequestId: describeValue(
    RequestId,
    "The client's name for a command that moves money: 8 to 64 characters of A-Z a-z 0-9 _ -. A command that is repeated with the same name gets the first answer and moves nothing.",
  ),
  LocalizedText: describeValue(
    LocalizedText,
    `One text for all languages, or one per language (${LOCALE_CODES.join(', ')}).`,
  ),
  MachineStatus: describeValue(
    MachineStatus,
    'The state of a machine. Any other text counts as `unknown`. A player can join `available` machines and the machine that is held for this player.',
  ),
  AmountAction: describeValue(
    AmountAction,
    '1 Deposit, 2 Withdraw, 3 Cash In, 4 Cash Out, 5 Hand Pay, 6 JACKPOT.',
  ),
  Params: describeValue(Params, 'Values for the placeholders of a code\'s text; see "params by code".'),
  ErrorAnswer: describeObject(
    ErrorAnswer,
    'The answer to a refused call, with an HTTP status of 400 or more.',
    {
      code: optional(
        'The reason (src/contract/codes.ts). The app shows its own text for the code in the language of the player.',
        '`ErrorMessage` is shown',
      ),
      ErrorMessage: optional('The text for a code that the app does not know.', 'a general text'),
      params: optional('Values for the placeholders of the text.', 'the text has gaps, see "params by code"'),
    },
  ),
} as const
