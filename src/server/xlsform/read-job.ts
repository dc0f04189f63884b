import { answerParent } from '../excel/apart.ts'
import { readSurveyFile } from './read-file.ts'

answerParent(readSurveyFile)
