import { readFile } from 'node:fs/promises'
import { readBorders } from '#domain/people/unit-borders.ts'
import { answerParent } from '../excel/apart.ts'

answerParent(async (path: string) => readBorders(await readFile(path, 'utf8')))
