/** The fields of the content forms, loaded when the first of these forms opens. */
import { lazyComponent } from '../../../lazy-component.ts'

export const LocalizedField = lazyComponent(async () => (await import('./LocalizedField.tsx')).LocalizedField)
export const ExpressionField = lazyComponent(async () => (await import('./ExpressionField.tsx')).ExpressionField)
export const QuestionFields = lazyComponent(async () => (await import('./QuestionFields.tsx')).QuestionFields)
export const AnswerCode = lazyComponent(async () => (await import('./CodeField.tsx')).AnswerCode)
export const SectionLookField = lazyComponent(async () => (await import('./LookField.tsx')).SectionLookField)
export const RepeatField = lazyComponent(async () => (await import('./RepeatField.tsx')).RepeatField)
export const MediaField = lazyComponent(async () => (await import('./MediaField.tsx')).MediaField)
export const RuleFields = lazyComponent(async () => (await import('./RuleFields.tsx')).RuleFields)
export const ParentOption = lazyComponent(async () => (await import('./ParentOption.tsx')).ParentOption)
