/**
 * What became of the parts of a file that a survey is made of: each remark is of one cell or row. WRONG ones keep the survey
 * from being made. Their texts are `form-file.remark.<code>` in the words; `{name}` and `{value}` are filled in.
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

export const verdictOf = {
  QUESTION_TAKEN: 'TAKEN',
  SECTION_TAKEN: 'TAKEN',
  LIST_TAKEN: 'TAKEN',
  SETTING_TAKEN: 'TAKEN',
  LOOK_KEPT: 'TAKEN',
  COLUMN_TAKEN: 'TAKEN',
  FILTERABLE_SET: 'TAKEN',
  FILE_TAKEN: 'TAKEN',

  NAME_CHANGED: 'CHANGED',
  NAME_MADE_UNIQUE: 'CHANGED',
  CHOICE_CHANGED: 'CHANGED',
  FORMULA_VALUES: 'CHANGED',
  LANGUAGE_LOCAL: 'CHANGED',
  LAST_SAVED: 'CHANGED',
  OPTION_UNKNOWN: 'CHANGED',
  NAME_BLANK: 'CHANGED',
  TYPE_CHANGED: 'CHANGED',
  TEXT_MISSING: 'CHANGED',
  TEXT_CHANGED: 'CHANGED',
  TEXT_REFERENCE: 'CHANGED',
  RECORDED_ITSELF: 'CHANGED',
  LOOK_LEFT: 'CHANGED',
  SETTING_OWN: 'CHANGED',
  GROUP_JOINED: 'CHANGED',
  COUNT_ADDED: 'CHANGED',
  SECTION_ADDED: 'CHANGED',
  REPEAT_INSIDE: 'CHANGED',
  OTHER_ADDED: 'CHANGED',

  COLUMN_UNKNOWN: 'LEFT_OUT',
  DEFAULT_LEFT: 'LEFT_OUT',
  CELL_LEFT: 'LEFT_OUT',
  TYPE_LEFT: 'LEFT_OUT',
  REPEAT_LEFT: 'LEFT_OUT',
  COUNT_LEFT: 'LEFT_OUT',
  EXPRESSION_LEFT: 'LEFT_OUT',
  CALCULATION_LEFT: 'LEFT_OUT',
  EXPRESSION_UNFIT: 'LEFT_OUT',
  CIRCLE: 'LEFT_OUT',
  NEVER_ASKED: 'LEFT_OUT',
  NOT_PUBLISHABLE: 'LEFT_OUT',
  CHOICE_LIST_MISSING: 'LEFT_OUT',
  PATTERN_LEFT: 'LEFT_OUT',
  FILTER_LEFT: 'LEFT_OUT',
  OWN_FIELDS_OLD: 'LEFT_OUT',
  ENCRYPTION_LEFT: 'LEFT_OUT',
  SHEET_UNKNOWN: 'LEFT_OUT',
  FILE_LEFT: 'LEFT_OUT',

  ENCRYPTION_ASKED: 'WRONG',
  CELL_FORMULA: 'WRONG',
  CELL_ERROR: 'WRONG',
  COLUMN_MISSING: 'WRONG',
  COLUMN_TWICE: 'WRONG',
  COLUMNS_TOO_MANY: 'WRONG',
  NOTHING_TO_MAKE: 'WRONG',
  TYPE_MISSING: 'WRONG',
  NAME_MISSING: 'WRONG',
  NAME_TWICE: 'WRONG',
  LIST_MISSING: 'WRONG',
  LIST_UNKNOWN: 'WRONG',
  CHOICE_TWICE: 'WRONG',
  GROUP_NOT_OPENED: 'WRONG',
  GROUP_NOT_CLOSED: 'WRONG',
  OPTIONS_TOO_MANY: 'WRONG',
} as const satisfies Record<string, RemarkVerdict>

export type RemarkCode = keyof typeof verdictOf
