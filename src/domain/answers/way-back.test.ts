import { expect, test } from 'vitest'
import { type Origin, wayBack } from './way-back.ts'

const own: Origin = { source: 'SCREEN', collector: null, hasAccount: false, hasLink: false }

test.each<[Partial<Origin>, ReturnType<typeof wayBack>]>([
  [{ hasLink: true }, 'LINK'],
  [{}, 'OPEN_LINK'],
  // A workbook has no sender, whatever link its participant holds.
  [{ source: 'EXCEL', hasLink: true }, 'NONE'],
  [{ collector: 'NAME', hasLink: true }, 'NONE'],
  [{ collector: 'PERSON', hasAccount: true, hasLink: true }, 'ACCOUNT'],
  [{ collector: 'PERSON', hasLink: true }, 'NONE'],
  [{ source: 'API', collector: 'TOKEN', hasLink: true }, 'PROGRAM'],
])('a returned response from %o comes back by %s', (origin, way) => {
  expect(wayBack({ ...own, ...origin })).toBe(way)
})
