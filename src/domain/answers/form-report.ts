/**
 * What became of the parts of a file that a survey is made of: each remark is of one cell or row. WRONG ones keep the survey
 * from being made. `{name}` and `{value}` are filled in; the page has its own words by code (`form-file.remark.<code>`).
 */
export const remarkVerdicts = ['TAKEN', 'CHANGED', 'LEFT_OUT', 'WRONG'] as const
export type RemarkVerdict = (typeof remarkVerdicts)[number]

/** The columns of a form that say when questions are asked, what answers are right and what is computed. */
export const logicColumns = ['relevant', 'constraint', 'calculation', 'default', 'choice_filter'] as const

/** How many cells of a column there are, and how many of them do not come along. */
export interface LogicCount {
  column: (typeof logicColumns)[number]
  there: number
  left: number
}

interface RemarkKind {
  verdict: RemarkVerdict
  text: string
}

export const remarkKinds = {
  QUESTION_TAKEN: { verdict: 'TAKEN', text: 'The question {name} is taken.' },
  SECTION_TAKEN: { verdict: 'TAKEN', text: 'The group {name} becomes a section.' },
  LIST_TAKEN: { verdict: 'TAKEN', text: 'The list {name} is taken, with this many options: {value}.' },
  SETTING_TAKEN: { verdict: 'TAKEN', text: 'The setting is taken.' },
  LOOK_KEPT: { verdict: 'TAKEN', text: 'How it looks is kept for other programs: {value} changes nothing here.' },
  COLUMN_TAKEN: { verdict: 'TAKEN', text: 'The column becomes the question {name} of the type {value}.' },
  FILTERABLE_SET: {
    verdict: 'TAKEN',
    text: 'Choice and yes-or-no questions filter the list of responses: {value} are marked as filterable.',
  },

  NAME_CHANGED: { verdict: 'CHANGED', text: 'The name {value} becomes {name}: letters, digits and _ only.' },
  NAME_MADE_UNIQUE: {
    verdict: 'CHANGED',
    text: 'A question in another group has the name {value} too: this one becomes {name}.',
  },
  CHOICE_CHANGED: {
    verdict: 'CHANGED',
    text: 'The option {value} gets the code {name}: codes are short, without semicolons, and each its own.',
  },
  FORMULA_VALUES: {
    verdict: 'CHANGED',
    text: 'The column {value} holds formulas: what Excel last made of them is taken.',
  },
  LANGUAGE_LOCAL: {
    verdict: 'CHANGED',
    text: 'The language {value} has no code of its own here and is kept under {name}.',
  },
  OPTION_UNKNOWN: {
    verdict: 'CHANGED',
    text: 'The question {name} has no option {value}: that part of the expression is never true.',
  },
  TYPE_CHANGED: { verdict: 'CHANGED', text: 'The type {value} becomes {name}.' },
  TEXT_MISSING: { verdict: 'CHANGED', text: 'There is no text, so the name is shown.' },
  TEXT_CHANGED: {
    verdict: 'CHANGED',
    text: 'The text was shortened, put into one line, or lost an unprintable character.',
  },
  TEXT_REFERENCE: {
    verdict: 'CHANGED',
    text: 'The text is shown as it is written: there is no question to take an answer from.',
  },
  RECORDED_ITSELF: {
    verdict: 'CHANGED',
    text: 'No question is needed for {value}: each response keeps when it began and ended, its device and who collected it. What conditions read of it is blank.',
  },
  LOOK_LEFT: { verdict: 'CHANGED', text: 'How the form looks is decided here: {value} changes nothing.' },
  SETTING_OWN: { verdict: 'CHANGED', text: 'The product gives its own: {value} is not needed.' },
  GROUP_JOINED: {
    verdict: 'CHANGED',
    text: 'The group {name} inside of another one becomes part of it, and its condition one of each of its questions.',
  },
  REPEAT_BY_HAND: {
    verdict: 'CHANGED',
    text: 'The group is not repeated a fixed number of times: people add to it, up to {value} times.',
  },
  SECTION_ADDED: { verdict: 'CHANGED', text: 'Questions outside of all groups come into a section of their own.' },
  YES_NO_WORDS: { verdict: 'CHANGED', text: 'The options are shown in the words that the product has for yes and no.' },
  OTHER_ADDED: { verdict: 'CHANGED', text: 'The option “other” is added, which asks for a text.' },

  COLUMN_UNKNOWN: { verdict: 'LEFT_OUT', text: 'The column {value} is not known here.' },
  DEFAULT_LEFT: {
    verdict: 'LEFT_OUT',
    text: 'A question of this kind begins unanswered: the default {value} is not filled in.',
  },
  CELL_LEFT: { verdict: 'LEFT_OUT', text: 'This has no counterpart here: {value}' },
  TYPE_LEFT: { verdict: 'LEFT_OUT', text: 'There is no type of question like {value}.' },
  REPEAT_LEFT: {
    verdict: 'LEFT_OUT',
    text: 'A group that repeats inside of another one is not taken, with all that is in it.',
  },
  EXPRESSION_LEFT: { verdict: 'LEFT_OUT', text: 'This part of the expression is not understood: {value}' },
  CALCULATION_LEFT: {
    verdict: 'LEFT_OUT',
    text: 'The calculation {name} is not understood and stays empty. People are not asked for it: {value}',
  },
  EXPRESSION_UNFIT: { verdict: 'LEFT_OUT', text: 'The expression does not fit: {value}' },
  CIRCLE: {
    verdict: 'LEFT_OUT',
    text: 'The conditions and calculations of these questions need each other: {value}. The first is left out.',
  },
  NEVER_ASKED: {
    verdict: 'LEFT_OUT',
    text: 'No answer leads to the question {name}. The survey cannot be published until its condition is changed.',
  },
  NOT_PUBLISHABLE: { verdict: 'LEFT_OUT', text: 'The survey cannot be published until this is changed: {value}' },
  CHOICE_LIST_MISSING: { verdict: 'LEFT_OUT', text: 'The option is of no list.' },
  PATTERN_LEFT: { verdict: 'LEFT_OUT', text: 'This pattern is not supported: {value}' },
  FILTER_LEFT: {
    verdict: 'LEFT_OUT',
    text: 'This filter of options is not understood, so all options are offered: {value}',
  },
  OWN_FIELDS_OLD: {
    verdict: 'LEFT_OUT',
    text: 'The row was changed in another program: what the column canvass says of it no longer fits.',
  },
  ENCRYPTION_LEFT: { verdict: 'LEFT_OUT', text: 'The key is left out: responses come unencrypted.' },
  SHEET_UNKNOWN: { verdict: 'LEFT_OUT', text: 'The sheet {value} is not read.' },

  ENCRYPTION_ASKED: {
    verdict: 'WRONG',
    text: 'This form has the app encrypt each response, which is not done here. Say first that they may come unencrypted.',
  },
  CELL_FORMULA: {
    verdict: 'WRONG',
    text: 'The cell holds a formula without a saved value. Open the file in Excel and save it, or paste the value.',
  },
  CELL_ERROR: { verdict: 'WRONG', text: 'The cell holds an error. Correct it.' },
  COLUMN_MISSING: { verdict: 'WRONG', text: 'The column {value} is missing.' },
  COLUMN_TWICE: { verdict: 'WRONG', text: 'The column {value} appears twice.' },
  COLUMNS_TOO_MANY: { verdict: 'WRONG', text: 'A table may have at most this many columns: {value}.' },
  NOTHING_TO_MAKE: { verdict: 'WRONG', text: 'The file holds no question.' },
  TYPE_MISSING: { verdict: 'WRONG', text: 'The row has no type.' },
  NAME_MISSING: { verdict: 'WRONG', text: 'The row has no name.' },
  NAME_TWICE: { verdict: 'WRONG', text: 'Another row has the name {name}: row {value}.' },
  LIST_MISSING: { verdict: 'WRONG', text: 'The row names no list of options.' },
  LIST_UNKNOWN: { verdict: 'WRONG', text: 'The sheet choices has no list {name}.' },
  CHOICE_TWICE: { verdict: 'WRONG', text: 'Another option of this list has the name {name}: row {value}.' },
  GROUP_NOT_OPENED: { verdict: 'WRONG', text: 'A group ends here that did not begin.' },
  GROUP_NOT_CLOSED: { verdict: 'WRONG', text: 'The group {name} does not end.' },
  OPTIONS_TOO_MANY: { verdict: 'WRONG', text: 'All questions together may have at most this many options: {value}.' },
} as const satisfies Record<string, RemarkKind>

export type RemarkCode = keyof typeof remarkKinds

export function remarkText(
  code: RemarkCode,
  { name, value }: { name?: string | undefined; value?: string | undefined },
) {
  return remarkKinds[code].text.replace('{name}', () => name ?? '').replace('{value}', () => value ?? '')
}
