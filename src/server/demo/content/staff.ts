/** The staff of the demo: one person for each duty (product.md §7), and two who let files of payments go. */

export interface DemoPerson {
  username: string
  name: string
  /** Code of a seeded role. */
  role: string
}

export const demoStaff = [
  { username: 'admin', name: 'Amélia Nhantumbo', role: 'ADMINISTRATOR' },
  { username: 'manager', name: 'Celso Machava', role: 'SURVEY_MANAGER' },
  { username: 'reviewer', name: 'Dalila Tembe', role: 'REVIEWER' },
  { username: 'initiator', name: 'Edson Cossa', role: 'PAYMENT_INITIATOR' },
  { username: 'approver', name: 'Fátima Sitoe', role: 'PAYMENT_APPROVER' },
  { username: 'authorizer', name: 'Gilberto Mucavele', role: 'PAYMENT_AUTHORIZER' },
  { username: 'authorizer-2', name: 'Ivo Langa', role: 'PAYMENT_AUTHORIZER' },
  { username: 'auditor', name: 'Helena Bila', role: 'AUDITOR' },
] as const satisfies readonly DemoPerson[]

export type DemoUsername = (typeof demoStaff)[number]['username']
