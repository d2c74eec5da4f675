const id = '8d0f6a52-7a3e-4a0b-9b53-0c1f5e2d7a11'
const at = '2026-11-15T09:30:00.000Z'

export const exampleNotify = {
  userId: '1',
  workspaceId: '1',
  title: 'The launch report is ready',
  message: 'Reach grew by 12 % in the first week.',
  category: 'agentTaskCompleted',
  threadId: 'launch-42',
  body: 'Hello Mia,\n\nthe first week went **well**. Reach grew by 12 %.\n\nYour launch agent',
  ctaLabel: 'Open the report',
  _extra: { event_type: 'report_ready', agent: 'Launch agent' },
}

export const exampleReply = {
  status: 'sent',
  notification_id: id,
  thread_id: 'launch-42',
  deliveries: [
    { channel: 'in_app', status: 'sent' },
    { channel: 'websocket', status: 'sent' },
    { channel: 'email', status: 'queued' },
  ],
  skipped: [
    { channel: 'chat', reason: 'agentTaskCompleted does not use the channel chat' },
    { channel: 'push', reason: 'the person has not turned on push in any browser' },
  ],
}

export const exampleNotification = {
  id,
  category: 'agentTaskCompleted',
  title: exampleNotify.title,
  message: exampleNotify.message,
  body: exampleNotify.body,
  link: null,
  url: 'http://localhost:4600/threads/launch-42',
  cta_label: exampleNotify.ctaLabel,
  thread_id: 'launch-42',
  _extra: exampleNotify._extra,
  sender: { id: 1, name: 'Launch agent', kind: 'agent' },
  question: null,
  seen_at: null,
  read_at: null,
  archived_at: null,
  snoozed_until: null,
  created_at: at,
}

export const exampleDelivery = {
  id: '5b1f0c8e-3d52-4a6f-8f0e-6a2b9c7d1e33',
  notification_id: id,
  user_id: 1,
  category: 'agentTaskCompleted',
  channel: 'email',
  target: 'mia@example.com',
  status: 'sent',
  attempts: 1,
  reason: '250 2.0.0 OK',
  deliver_after: null,
  created_at: at,
  updated_at: '2026-11-15T09:30:01.000Z',
}

export const examplePreferences = {
  categories: {
    agentTaskCompleted: { in_app: true, websocket: true, email: true, push: true },
    agentNeedsInput: { in_app: true, websocket: true, email: true, push: true },
    agentError: { in_app: true, websocket: true, push: true },
    agentProgress: { websocket: true },
    agentNudge: { in_app: true, websocket: true, email: false, push: true },
    mention: { in_app: true, websocket: true, email: true, push: true },
    assignment: { in_app: true, websocket: true, email: true, push: true },
  },
  quiet_hours: { start: '22:00', end: '07:00' },
  digest: null,
  timezone: 'Europe/Berlin',
  timezone_is_own: false,
}

export const exampleMail = {
  id: exampleDelivery.id,
  status: 'sent',
  from: 'Atelier <atelier@example.com>',
  to: 'mia@example.com',
  subject: exampleNotify.title,
  text: 'The launch report is ready …',
  html: '<!doctype html> …',
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  created_at: at,
}
