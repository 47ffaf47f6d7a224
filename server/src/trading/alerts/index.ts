export { createAlerts } from './alerts.ts';
export { webhookPlace } from './sealing.ts';
export type { Alerts } from './types.ts';
export { createWebhookHttp } from './webhookHttp.ts';
