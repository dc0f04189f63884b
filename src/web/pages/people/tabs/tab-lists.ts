/** Which tabs the two kinds of people have, in order. One more is a line. */
import { lazyComponent } from '../../../lazy-component.ts'
import type { PersonTab } from './PersonTabs.tsx'
import { ParticipantProfile, StaffProfile } from './profiles.tsx'

const AccessPanel = lazyComponent(async () => (await import('./AccessPanel.tsx')).AccessPanel)
const HistoryPanel = lazyComponent(async () => (await import('./HistoryPanel.tsx')).HistoryPanel)
const PaymentsPanel = lazyComponent(async () => (await import('./PaymentsPanel.tsx')).PaymentsPanel)
const ResponsesPanel = lazyComponent(async () => (await import('./ResponsesPanel.tsx')).ResponsesPanel)
const SessionsPanel = lazyComponent(async () => (await import('../SessionsPanel.tsx')).SessionsPanel)
const TasksPanel = lazyComponent(async () => (await import('./TasksPanel.tsx')).TasksPanel, 'tasks')

const access: PersonTab = { key: 'access', text: 'people.tab.access', Panel: AccessPanel }
const history: PersonTab = { key: 'history', text: 'history.title', Panel: HistoryPanel }

export const participantTabs: readonly [PersonTab, ...PersonTab[]] = [
  { key: 'profile', text: 'people.profile', Panel: ParticipantProfile },
  { key: 'responses', text: 'responses.title', needs: 'responses.read', Panel: ResponsesPanel },
  { key: 'tasks', text: 'people.tab.tasks', needs: 'tasks.read', Panel: TasksPanel },
  { key: 'payments', text: 'payments.title', needs: 'payments.read', Panel: PaymentsPanel },
  access,
  history,
]

export const staffTabs: readonly [PersonTab, ...PersonTab[]] = [
  { key: 'profile', text: 'people.profile', Panel: StaffProfile },
  access,
  { key: 'sessions', text: 'sessions.title', Panel: SessionsPanel },
  history,
]
