/** Names and phone numbers of the people who answer. */
import type { Chance } from './chance.ts'

const firstNames = (
  'Abílio Adelina Alberto Ana Armando Atália Benedita Bento Carlitos Celeste Daniel Delfina Domingos Elisa Ernesto ' +
  'Esperança Felizarda Fernando Filomena Gaspar Glória Graça Horácio Inácio Isabel Jacinta João Joaquina Lázaro ' +
  'Lúcia Luís Luísa Manuel Marta Mateus Nélia Odete Paulo Rabeca Rosa Salomão Samuel Teresa Tomás Verónica Zacarias'
).split(' ')

const lastNames = (
  'Alface Baptista Bande Chaúque Chimoio Dique Domingos Fombe Gimo Jemusse Joaquim João Languitone Maibeque Manuel ' +
  'Mateus Mucanza Muchanga Ndaipa Nhamposse Pita Quembo Raice Sande Simango Sixpence Tivane Tomo Vasco Zacarias'
).split(' ')

export interface DemoParticipant {
  name: string
  /** E.164, of a Mozambican mobile network. */
  phone: string
}

/**
 * Endings by which the simulator fails on purpose (payments/simulator/faults.ts): no such payee, account full (twice),
 * declined, another amount paid than asked for, connection broken.
 */
export const faultEndings = ['9901', '9902', '9903', '9902', '9911', '9904'] as const

/** The `index`th participant; `ending` gives the phone its last four digits. */
export function participant(chance: Chance, index: number, ending?: string): DemoParticipant {
  const prefix = chance.pick(['82', '84', '85', '86', '87'])
  const digits = ending ?? String(1000 + ((index * 37) % 8900)).padStart(4, '0')
  const middle = String(100 + (index % 900)).padStart(3, '0')
  return { name: `${chance.pick(firstNames)} ${chance.pick(lastNames)}`, phone: `+258${prefix}${middle}${digits}` }
}
