import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

test('Addresses begin with what the operator named, whatever host the caller claims', () => {
  const request = { protocol: 'http', host: 'evil.example' } as FastifyRequest
  expect(originOf(request, { publicUrl: 'https://canvass.example.org' })).toBe('https://canvass.example.org')
  expect(originOf(request, { publicUrl: undefined })).toBe('http://evil.example')
})
