import { expect, test } from 'vitest'
import { judgeFile, isShown, plainFileName } from './attachments.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const heads = {
  png: bytes('\u0089PNG\r\n\u001A\n'),
  jpeg: bytes('\u00FF\u00D8\u00FF\u00E0'),
  m4a: bytes('\u0000\u0000\u0000\u0020ftypM4A '),
  heic: bytes('\u0000\u0000\u0000\u0020ftypheic'),
  mp3: bytes('ID3\u0004'),
  pdf: bytes('%PDF-1.7'),
  zip: bytes('PK\u0003\u0004'),
  svg: bytes('\u00EF\u00BB\u00BF <svg xmlns="http://www.w3.org/2000/svg">'),
  html: bytes('<!doctype html><script>alert(1)</script>'),
  text: bytes('a;b\n1;2\n'),
  unknown: bytes('\u0000\u0001\u0002'),
}
const judge = (type: 'IMAGE' | 'AUDIO' | 'FILE', head: Uint8Array, name: string, said = '') =>
  judgeFile(type, { head, name, type: said })

test('a file is what its bytes are, and a question takes only its own kinds', () => {
  expect(judge('IMAGE', heads.png, 'a.png', 'image/png')).toEqual({ mime: 'image/png' })
  expect(judge('IMAGE', heads.jpeg, 'a')).toEqual({ mime: 'image/jpeg' })
  expect(judge('AUDIO', heads.m4a, 'a.mp4', 'video/mp4')).toEqual({ mime: 'audio/mp4' })
  expect(judge('FILE', heads.m4a, 'a.mp4', 'video/mp4')).toEqual({ mime: 'video/mp4' })
  expect(judge('FILE', heads.zip, 'a.docx')).toEqual({ mime: 'application/zip' })
  expect(judge('FILE', heads.text, 'a.csv', 'text/csv; charset=utf-8')).toEqual({ mime: 'text/csv' })
  expect(judge('FILE', heads.unknown, 'a.dat')).toEqual({ mime: 'application/octet-stream' })
  for (const head of [heads.mp3, heads.pdf, heads.heic, heads.svg, heads.text, heads.unknown])
    expect(judge('IMAGE', head, 'a')).toMatchObject({ problem: 'FILE_TYPE' })
  expect(judge('AUDIO', heads.png, 'a')).toMatchObject({ problem: 'FILE_TYPE' })
})

test('a file that calls itself another type is refused', () => {
  expect(judge('IMAGE', heads.jpeg, 'a.png')).toMatchObject({ problem: 'FILE_OTHER_TYPE' })
  expect(judge('IMAGE', heads.jpeg, 'a.jpg', 'image/png')).toMatchObject({ problem: 'FILE_OTHER_TYPE' })
  expect(judge('FILE', heads.html, 'a.png')).toMatchObject({ problem: 'FILE_OTHER_TYPE' })
  expect(judge('FILE', heads.unknown, 'a.pdf')).toMatchObject({ problem: 'FILE_OTHER_TYPE' })
  expect(judge('FILE', heads.text, 'a.txt', 'application/pdf')).toMatchObject({ problem: 'FILE_OTHER_TYPE' })
})

test('pages with scripts are kept as bytes that no browser shows', () => {
  for (const head of [heads.svg, heads.html]) {
    const { mime, problem } = judge('FILE', head, 'a.svg', 'image/svg+xml')
    expect([problem, isShown(mime)]).toEqual([undefined, false])
  }
  expect([isShown('image/svg+xml'), isShown('text/html'), isShown('application/pdf')]).toEqual([false, false, false])
  expect([isShown('image/png'), isShown('audio/mpeg')]).toEqual([true, true])
})

test('a name loses its folders and keeps its ending', () => {
  expect(plainFileName('C:\\photos\\a b.png')).toBe('a b.png')
  expect(plainFileName('../../etc/passwd')).toBe('passwd')
  expect(plainFileName('x\u202Egnp.exe\n')).toBe('x gnp.exe')
  expect(plainFileName('/')).toBe('file')
  expect(plainFileName(`${'é'.repeat(300)}.jpeg`)).toMatch(/^é{195}\.jpeg$/)
})
