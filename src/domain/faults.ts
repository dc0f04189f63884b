import { phoneFaultTexts } from './phone.ts'

/**
 * What may be wrong with one answer or one cell of an uploaded workbook, with its English text. The page translates by
 * code (`problems.<code>`); `{limit}` and `{row}` are filled in.
 */
export const faultTexts = {
  // Answers
  REQUIRED: 'This is required.',
  UNKNOWN_QUESTION: 'The survey has no such question.',
  NOT_A_TEXT: 'This is not a text.',
  BAD_CHARACTER: 'This holds a character that cannot be stored.',
  NOT_ONE_LINE: 'This must be one line, without line breaks and tabs.',
  TOO_LONG: 'This may have at most {limit} characters.',
  NOT_A_NUMBER: 'This is not a number.',
  NOT_WHOLE: 'This is not a whole number.',
  TOO_SMALL: 'This must be at least {limit}.',
  TOO_BIG: 'This must be at most {limit}.',
  NOT_A_DATE: 'This is not a date. Write it as 2024-12-31.',
  UNKNOWN_CHOICE: 'This is not one of the choices.',
  CHOICE_REPEATED: 'A choice stands here twice.',
  EXCLUSIVE: 'This choice excludes all others.',
  OTHER_NOT_CHOSEN: 'A text for "other" needs the choice "other".',
  NOT_A_POINT: 'This is not a place. Write it as latitude, longitude.',
  POINT_RANGE: 'The latitude must be from -90 to 90, the longitude from -180 to 180.',
  // Cells
  FORMULA_CELL: 'Formulas are not taken. Paste the value.',
  ERROR_CELL: 'The cell holds an error.',
  CELL_IS_DATE: 'Excel made a date of this. Format the cell as text and type it again.',
  NUMBER_FORMAT: 'Excel changed this number. Format the cell as text and type it again.',
  AMBIGUOUS_CHOICE: 'More than one choice has this label. Write its code.',
  NOT_A_TIME: 'This is not a date and time. Write it as 2024-12-31 23:59.',
  IN_FUTURE: 'This lies in the future.',
  // Phones
  ...phoneFaultTexts,
  PHONE_IS_NUMBER_FORMAT: 'Excel changed this phone number. Format the cell as text and type it again.',
  // People
  BAD_EMAIL: 'This is not an e-mail address.',
  PHONE_REPEATED: 'Row {row} has the same phone number.',
  // Administrative units
  BAD_CODE: 'A code begins with a letter or digit and has at most 50 letters, digits and signs of . _ - /',
  CODE_REPEATED: 'Row {row} has the same code.',
  UNKNOWN_PARENT: 'There is no unit with this code, neither in the file nor stored.',
  UNIT_CYCLE: 'These units lie below each other in a circle: {names}.',
  WRONG_LEVEL: 'The level of this unit is {limit}: one more than that of the unit above.',
  UNIT_TOO_DEEP: 'This unit, or one below it, is deeper than level {limit}.',
  UNKNOWN_UNIT: 'There is no administrative unit with this code.',
  // Sites
  UNKNOWN_REFERENCE: 'There is no such record.',
  AMBIGUOUS_REFERENCE: 'More than one record is called this.',
  POINT_INCOMPLETE: 'A point needs both latitude and longitude.',
  // Columns and rows
  UNKNOWN_COLUMN: 'The template has no such column.',
  MISSING_COLUMN: 'This column of the template is missing.',
  DUPLICATE_COLUMN: 'This column stands here twice.',
  TOO_MANY_COLUMNS: 'A file may have {limit} columns at most: from here on nothing is read.',
  NO_HEADING:
    'There is no heading above this. Write one or clear the cell; in a CSV file, put a text that holds the separator in quotes.',
  LABEL_ROW_MISSING: 'Row 2 must hold the labels of the template.',
  FORM_KEY_REPEATED: 'Row {row} has the same form key.',
  PARTICIPANT_REPEATED: 'Row {row} is of the same participant, who may answer this survey once.',
  FORM_EXISTS: 'A form with this key and other answers is stored already.',
  RESPONSE_REPEATED: 'This participant has already answered this survey.',
} as const

export type FaultCode = keyof typeof faultTexts

export interface Fault {
  code: FaultCode
  /** The bound that was broken. */
  limit?: number
  /** The other row of the file that this one clashes with. */
  otherRow?: number
  /** The others that are meant. */
  names?: string
  /** The word that stands for nothing, or for too much; never one that is personal. */
  value?: string
}

export function fault(code: FaultCode, limit?: number): Fault {
  return limit === undefined ? { code } : { code, limit }
}

/** Of a long word its beginning is enough to find it by. */
const beginning = /^.{0,80}/su

/** A word that is not known, or not what it stands for. */
export function unknownWord(code: FaultCode, word: string): Fault {
  const [start = ''] = beginning.exec(word) ?? []
  return { code, value: start === word ? word : `${start}…` }
}

/** The English text of a fault. */
export function faultText({ code, limit, otherRow, names = '' }: Fault): string {
  const text = faultTexts[code].replace('{limit}', String(limit)).replace('{row}', String(otherRow))
  return text.replace('{names}', () => names)
}
