export { AnswersPage } from './AnswersPage.tsx'
export { QuestionsPage } from './QuestionsPage.tsx'
export { SectionsPage } from './SectionsPage.tsx'
export { SkipsPage } from './SkipsPage.tsx'
