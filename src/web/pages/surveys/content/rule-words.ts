/** Which rules fit which question. Pure. */
import type { QuestionType, SkipOperator } from '#domain/survey.ts'

const equal = ['EQ', 'NE', 'IN'] as const
const ordered = [...equal, 'LT', 'LE', 'GT', 'GE'] as const
const present = ['ANSWERED', 'EMPTY'] as const

export function operatorsFor(type: QuestionType): readonly SkipOperator[] {
  switch (type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return [...equal, 'CONTAINS', ...present]
    case 'INTEGER':
    case 'DECIMAL':
    case 'RATING':
    case 'DATE':
    case 'TIME':
    case 'DATETIME':
      return [...ordered, ...present]
    case 'SINGLE':
    case 'YES_NO':
    case 'PHONE':
    case 'ADMIN_UNIT':
    case 'SITE':
      return [...equal, ...present]
    case 'MULTIPLE':
      return ['CONTAINS', 'IN', ...present]
    case 'RANK':
    case 'GEOPOINT':
    case 'IMAGE':
    case 'AUDIO':
    case 'FILE':
    case 'SIGNATURE':
      return present
    case 'NOTE':
      return ['EMPTY']
  }
}

export function comparesNothing(operator: SkipOperator): boolean {
  return operator === 'ANSWERED' || operator === 'EMPTY'
}
