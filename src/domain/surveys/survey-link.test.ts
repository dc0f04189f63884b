import { expect, test } from 'vitest'
import { isOwnMachine } from './survey-link.ts'

test('an address of the own machine opens on no phone, and any other may', () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1.2.3',
    '[::1]',
    '192.168.1.20',
    'canvass.example.org',
    '127.example.org',
  ]
  expect(hosts.filter(isOwnMachine)).toEqual(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
})
