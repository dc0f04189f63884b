/**
 * The one catalogue of problems of a field of a call, an answer or a cell of a file, with their English text.
 * `{limit}`, `{row}` and `{names}` are filled in. The page has its own words by code (`problems.<code>`). A whole call
 * is turned down by a refusal, of which `errors.ts` has the codes.
 */
import { type Localized, textIn } from './surveys/survey.ts'

export const problemTexts = {
  // Fields
  TYPE: 'This has the wrong type.',
  UNKNOWN_KEY: 'There is no such field.',
  SET_ELSEWHERE: 'This call does not set it. Use {names}.',
  SET_BY_NOTHING: 'No call changes this.',
  TOO_SHORT: 'This needs at least {limit} characters.',
  TOO_FEW: 'This needs at least {limit} entries.',
  TOO_MANY: 'This may have at most {limit} entries.',
  FORMAT: 'This does not have the right form.',
  NOT_ALLOWED: 'This is not one of the allowed values.',
  INVALID: 'This is not valid.',
  DUPLICATE: 'There is already one with this value. Choose another.',
  RANGE_REVERSED: 'The range ends before it begins. Swap the two.',
  IN_PAST: 'This must be in the future.',
  NO_MAIL: 'This house sends no mail. Choose another way.',
  TOO_FAR_AHEAD: 'This may be at most {limit} days ahead.',
  HOST_NOT_ALLOWED: 'The operator allows no webhooks to this host. Allowed: {names}.',
  // Rich texts
  TEXT_HTML: 'HTML is not taken here. Write Markdown, or a backslash before the “<”.',
  TEXT_IMAGE: 'Texts hold no pictures. Remove them.',
  TEXT_LINK: 'Links begin with https://, http://, mailto: or tel:.',
  CONSENT_NEEDED: 'The survey asks for the consent of the person who answers.',
  CONSENT_LANGUAGE: 'The text of the consent is in these languages: {names}. Send the one that was shown.',
  // Answers
  REQUIRED: 'This is required.',
  NO_ENTITIES: 'The responses to this survey make no entities. Its XLSForm has a sheet called entities for them.',
  UNKNOWN_QUESTION: 'The survey has no such question.',
  NOT_CROSSED: 'Texts, files and places make no groups. Choose a question with options, numbers or dates.',
  NOT_A_WEIGHT: 'Only the answer to a question that asks a number is a weight.',
  NOT_A_TEXT: 'This is not a text.',
  BAD_CHARACTER: 'This holds a character that cannot be stored.',
  NOT_ONE_LINE: 'This must be one line, without line breaks and tabs.',
  TOO_LONG: 'This may have at most {limit} characters.',
  NOT_A_NUMBER: 'This is not a number.',
  NOT_WHOLE: 'This is not a whole number.',
  TOO_SMALL: 'This must be at least {limit}.',
  TOO_BIG: 'This must be at most {limit}.',
  NOT_A_DATE: 'This is not a date. Write it as 2024-12-31.',
  NOT_A_TIME_OF_DAY: 'This is not a time of the day. Write it as 23:59.',
  UNKNOWN_CHOICE: 'This is not one of the choices.',
  CHOICE_NOT_OFFERED: 'This choice does not belong to what was chosen before.',
  RANK_INCOMPLETE: 'Every choice needs its place in the order.',
  NOT_A_FILE: 'This is not a stored file.',
  NOT_ASKED: 'This question is not asked here, so it takes no answer.',
  CHOICE_REPEATED: 'This choice appears twice. Remove one.',
  EXCLUSIVE: 'This choice excludes all others.',
  OTHER_NOT_CHOSEN: 'A text for “other” needs the choice “other”.',
  NOT_A_POINT: 'This is not a place. Write it as latitude, longitude.',
  NOT_A_LINE: 'This is not a line. Write two or more points, as latitude longitude; latitude longitude.',
  POINT_RANGE: 'The latitude must be from -90 to 90, the longitude from -180 to 180.',
  POINT_ZERO: 'Devices say 0, 0 when they know no place. Leave the place out, or wait for a position.',
  // Cells
  FORMULA_CELL: 'This formula has no saved value. Open and save the file in Excel, or paste the value.',
  ERROR_CELL: 'The cell holds an error. Correct it.',
  CELL_IS_DATE: 'Excel turned this into a date. Format the cell as text and type it again.',
  NUMBER_FORMAT: 'Excel changed this number. Format the cell as text and type it again.',
  AMBIGUOUS_CHOICE: 'More than one choice has this label. Write its code.',
  NOT_A_TIME: 'This is not a date and time. Write it as 2024-12-31 23:59.',
  IN_FUTURE: 'This is in the future. Correct it.',
  DAY_CLOSED: 'This day is closed. Leave its lines out of the file.',
  // Phones
  BAD_PHONE: 'This is not a valid phone number. Write it with its country code, like +258 84 123 4567.',
  PHONE_COUNTRY_NEEDED:
    'The country of this number is not known. Write it with its country code, like +258 84 123 4567.',
  OWN_PHONE: 'This is your own phone number. Another person must enter this payment.',
  PHONE_IS_NUMBER_FORMAT: 'Excel changed this phone number. Format the cell as text and type it again.',
  // Surveys
  AMOUNT_NEEDED: 'A paid survey needs an amount above 0.',
  NOT_POSITIVE: 'The amount must be above 0.',
  NOT_OWED: 'The payment owes {limit}. If another amount went out, correct the payment first.',
  REFERENCE_PAID: 'Another payment has this reference at this provider. Compare the two documents.',
  AMOUNT_TOO_HIGH: 'One payment may be at most {limit}.',
  FUNDING_TOO_HIGH: 'One request may be at most {limit}.',
  UNKNOWN_CURRENCY: 'There is no such currency. Write its code of ISO 4217, such as MZN.',
  ABOVE_LIMIT: 'This is above the limit for one payment of your role. Lower it.',
  NOT_AN_AMOUNT: 'This is not an amount of money. Write it in digits, like {limit}.',
  CURRENCY_DIGITS: 'The currency has at most {limit} digits after the point.',
  END_BEFORE_START: 'The end must be after the start.',
  PAY_RULE_FIXED: 'Responses were approved under this rule of payment, so it stays.',
  PERIOD_OVER: 'The survey is over by these dates. Choose a later end first.',
  LIMIT_BELOW_COUNT: 'So many have answered already: {limit}. The limit cannot be lower.',
  RESERVED: 'Every workbook already has a column of this name.',
  AUDIT_CODE: 'Apps know their log by the code audit. Call the question so.',
  CODE_OF_OTHER_TYPE: 'A published question of this code had another type. Choose another code.',
  NOT_FOR_TYPE: 'This does not fit the type of the question.',
  LEFT_OUT: 'These are missing: {limit}. Add them.',
  UNKNOWN_PARENT_OPTION: 'No option of an earlier question of this survey has this code.',
  OPTION_CODE: 'A code has at most 100 characters, and no semicolon.',
  LIST_UNREADABLE:
    'This is no list. A CSV begins with a line of headings, XML has root/item with an element for each column, GeoJSON a FeatureCollection.',
  LIST_COLUMN_MISSING: 'The file lacks this column: {names}.',
  LIST_FILE_MISSING: 'The survey has no file {names}. Add it to the files of the survey.',
  LIST_TOO_LONG: 'A list may have at most {limit} rows.',
  MIN_ABOVE_MAX: 'The minimum is above the maximum. Swap the two.',
  FENCE_WITHOUT_PLACE: 'The survey has no site, or its site has no place on the map. Set one.',
  OUTSIDE_FENCE: 'This place is outside the area of the survey.',
  // Skip rules
  RULE_SELF: 'A rule cannot lead to its own question.',
  RULE_BACKWARD: 'A rule can only lead to what comes later.',
  RULE_LOOP: 'These questions lead to each other in a circle: {names}.',
  RULE_CONTRADICTS: 'Another rule of this priority holds for the same answer and leads elsewhere.',
  RULE_SHADOWED: 'This rule never counts: a rule before it always holds first.',
  RULE_NEVER_HOLDS: 'No answer to the question makes this rule hold. Change or delete it.',
  QUESTION_UNREACHABLE: 'No answers lead to this question. Change the rules before it.',
  // Sections that repeat
  RULE_LEAVES_REPEAT: 'A rule in a repeating section leads to a later question of it, or to the next section.',
  RULE_INTO_REPEAT: 'A rule from elsewhere can only lead to the beginning of a repeating section.',
  COUNT_UNKNOWN: 'The survey has no question {names}.',
  REPEAT_OUTSIDE: 'No earlier section repeats that this one could be inside of.',
  COUNT_NOT_INTEGER: 'The number of repetitions needs a question whose answer is a whole number.',
  COUNT_NOT_EARLIER: 'The question that gives the number of repetitions must come before the section.',
  COUNT_REPEATED: 'The question that gives the number of repetitions cannot be in another repeating section.',
  REPEATED_OUTSIDE:
    'At character {limit}, {names} has an answer for each repetition. Use count, sum, min or max of it.',
  NOT_REPEATED: 'The question at character {limit} does not have several repetitions here.',
  // Expressions and patterns
  EXPRESSION_SYNTAX:
    "This cannot be read from character {limit} on. Write codes, numbers and 'texts' with =, !=, <, >, +, -, *, /, and, or between them.",
  EXPRESSION_DEEP: 'The brackets at character {limit} are nested too deep. Simplify the expression.',
  EXPRESSION_QUESTION: 'The survey has no question {names} with an answer to use at character {limit}.',
  EXPRESSION_COLUMN: 'No option here has a column {names}, which is at character {limit}.',
  EXPRESSION_FUNCTION: 'There is no function {names}, which is at character {limit}.',
  EXPRESSION_ARGUMENTS: 'The function {names} at character {limit} has too few or too many values.',
  EXPRESSION_CHOICE: 'The question has no choice {names}, which is at character {limit}.',
  EXPRESSION_TYPE: 'The value at character {limit} is of another kind than is needed there.',
  EXPRESSION_BLANK: 'Nothing is equal to the empty text at character {limit}. Write answered(...) instead.',
  EXPRESSION_CYCLE: 'These questions depend on each other in a circle: {names}.',
  CONSTRAINT: 'Allowed here: {names}.',
  PATTERN: 'This does not have the form that is asked for.',
  PATTERN_UNSUPPORTED: 'The pattern cannot be used from character {limit} on.',
  PATTERN_TOO_LARGE:
    'This pattern takes too long for answers of more than {limit} characters. Set that maximum length.',
  TOO_MUCH_WORK: 'The rules of the survey take too long with these answers. Shorten the texts, or repeat less often.',
  // People
  USERNAME_LETTERS: 'This contains a letter that user names cannot have. Use common letters.',
  SCRIPTS_MIXED: 'Write this in the letters of one script.',
  USERNAME_ALIKE: 'This looks like the user name of another person. Choose another.',
  PRODUCT_NAME: 'Names that begin like this are reserved for the product.',
  PASSWORD_COMMON: 'This password is too easy to guess. Choose another.',
  PASSWORD_IS_USERNAME: 'The password must not be the user name. Choose another.',
  PASSWORD_UNCHANGED: 'This is the current password. Choose another one.',
  BAD_EMAIL: 'This is not an e-mail address. Check it.',
  PHONE_REPEATED: 'Row {row} has the same phone number.',
  // Administrative units
  BAD_CODE: 'A code begins with a letter or digit, with at most 50 letters, digits and . _ - /',
  CODE_REPEATED: 'Row {row} has the same code.',
  UNKNOWN_PARENT: 'There is no unit with this code, neither in the file nor stored.',
  UNIT_CYCLE: 'These units are below each other in a circle: {names}.',
  WRONG_LEVEL: 'The level of this unit is {limit}: one more than that of the unit above.',
  UNIT_TOO_DEEP: 'This unit, or one below it, is deeper than level {limit}.',
  UNKNOWN_UNIT: 'There is no administrative unit with this code. Check the code.',
  // Sites
  ONLY_LANGUAGE: 'A text is in this language alone. Translate it into another one first.',
  UNKNOWN_REFERENCE: 'There is no such record. Check the value.',
  AMBIGUOUS_REFERENCE: 'More than one record has this name. Rename one of them first.',
  POINT_INCOMPLETE: 'A point needs both latitude and longitude.',
  // Files
  LOW_CONTRAST:
    'White words on this colour cannot be read well: its contrast must be at least {limit}. Choose a darker one.',
  FILE_TYPE: 'This type of file is not accepted. Choose another file.',
  FILE_OTHER_TYPE: 'The content of this file is of another type than its name or its sender says.',
  FILE_TOO_LARGE: 'A file may have at most {limit} MB.',
  FILE_TAKEN: 'This file belongs to another answer.',
  FILE_BROKEN: 'The file cannot be read. Save it again or choose another.',
  NOT_GEOJSON: 'This is not a GeoJSON file with a “FeatureCollection”. Choose the .geojson file of the borders.',
  NO_AREAS: 'The file holds no areas: borders are of the type Polygon or MultiPolygon.',
  NOT_IN_DEGREES: 'The places are not in degrees. Save the file with the coordinate system WGS 84 (EPSG:4326).',
  NO_UNIT_FITS: 'No area has the code or the name of a unit. Import the units first, or compare their codes.',
  // Columns and rows
  UNKNOWN_COLUMN: 'The template has no such column. Remove it.',
  MISSING_COLUMN: 'This column of the template is missing. Add it.',
  DUPLICATE_COLUMN: 'This column appears twice. Remove one.',
  TOO_MANY_COLUMNS: 'A file may have {limit} columns at most: from here on nothing is read.',
  NO_HEADING:
    'There is no heading above this. Write one or clear the cell. In CSV, quote texts that hold the separator.',
  LABEL_ROW_MISSING: 'Row 2 must hold the labels of the template.',
  FORM_KEY_REPEATED: 'Row {row} has the same form key.',
  PARTICIPANT_REPEATED: 'Row {row} is from the same participant, who may answer this survey only once.',
  MISSING_SHEET: 'The sheet “{names}” of the template is missing.',
  FORM_KEY_UNKNOWN: 'No row of the responses has this form key.',
  REPETITION_REPEATED: 'Row {row} is the same repetition of the same form.',
  REPETITION_UNKNOWN: 'No row of this form is the repetition that this row is inside of.',
  REPETITIONS_MISSING: 'The sheet “{names}” needs more rows with this form key.',
  FORM_EXISTS: 'A form with this key and other answers is stored already.',
  RESPONSE_LOCKED: 'The payment of this response is approved, so its answers stay as they are.',
  RESPONSE_REPEATED: 'This participant has already answered this survey.',
  BEFORE_START: 'This is before the survey starts.',
  AFTER_END: 'This is after the survey ended.',
  PARTICIPANT_NOT_LISTED: 'This participant is not on the list of those who may answer.',
  PARTICIPANT_LIMIT: 'At most {limit} participants may answer this survey.',
} as const

export type ProblemCode = keyof typeof problemTexts

/** The problem of one value, wherever it is. */
export interface Problem {
  code: ProblemCode
  /** The bound that was broken. */
  limit?: number
  /** The other row of the file that this one clashes with. */
  otherRow?: number
  /** The others that are meant. */
  names?: string
  /** The word that is not known, or known too well; never one that is personal. */
  value?: string
  /** The survey's own words, by language, instead of those of the product. */
  said?: Localized
  /** The known word that was most likely meant. */
  nearest?: string
}

/** What a refusal teaches its caller. */
export interface Hint {
  /** The values that are taken; of many the first ones. */
  allowed?: readonly string[]
  /** The known word that was most likely meant. */
  nearest?: string
  /** A value as it is taken. */
  example?: string
}

/** What is wrong with a field of a call. The server adds the text on its way out. */
export interface FieldProblem extends Hint {
  /** The field as the caller sent it: `title`, `sections[0].title`. */
  path: string
  code: ProblemCode
  /** The bound that was broken; a text where it is an amount of money, and in an expression the character. */
  limit?: number | string
  /** The others that are meant. */
  names?: string
  /** The survey's own words, by language, instead of those of the product. */
  said?: Localized
}

export function problem(path: string, code: ProblemCode, limit?: number | string): FieldProblem {
  return limit === undefined ? { path, code } : { path, code, limit }
}

/** The same problems seen from further out: `code` under `sections[0].questions[2]`. */
export function under(parent: string, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map((found) => ({ ...found, path: `${parent}.${found.path}` }))
}

/** Of a long word its beginning is enough to find it by. */
const beginning = /^.{0,80}/su

export function shortened(word: string): string {
  const [start = ''] = beginning.exec(word) ?? []
  return start === word ? word : `${start}…`
}

/** A word that is not known, or is another than it must be. */
export function unknownWord(code: ProblemCode, word: string): Problem {
  return { code, value: shortened(word) }
}

/** The English text of a problem. */
export function problemText({
  code,
  limit,
  otherRow,
  names = '',
  said,
  ...hint
}: Omit<Problem, 'limit'> & Pick<FieldProblem, 'limit'> & Hint): string {
  if (said) return textIn(said, 'en')
  const text = problemTexts[code].replace('{limit}', () => String(limit)).replace('{row}', String(otherRow))
  return [text.replace('{names}', () => names), ...hintTexts(hint)].join(' ')
}

function hintTexts({ nearest, allowed, example }: Hint): string[] {
  if (nearest !== undefined) return [`Did you mean “${nearest}”?`]
  if (allowed) return [`Allowed: ${allowed.join(', ')}.`]
  return example === undefined ? [] : [`For example: ${example}`]
}
