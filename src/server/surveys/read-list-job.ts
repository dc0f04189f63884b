import { answerParent } from '../excel/apart.ts'
import { readList } from './read-list.ts'

answerParent(readList)
