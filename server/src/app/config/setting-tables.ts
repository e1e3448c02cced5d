import type { SettingTables } from "@parlance/kernel/config/setting-declarations.ts";

/** The tables of the settings file, in the order in which they are documented. */
export const settingTables: SettingTables = {
  web: "The addresses at which the server listens and at which users reach it.",
  https: "HTTPS without a reverse proxy.",
  server: "Data directory, secret and log.",
  database: "The PostgreSQL database.",
  uploads: "Uploaded files.",
  backup: "Backups that the server makes by itself.",
  mail: "Outgoing email.",
  incoming_mail: "Incoming email.",
  push: "Push notifications for phones.",
  events: "Event queues and the event log.",
  invitations: "Invitations.",
  organizations: "Features of all organizations.",
  video_calls: "Servers for video calls.",
  link_previews: "Previews of linked pages.",
  metrics: "Access to the metrics for Prometheus.",
  tracing: "Traces for OpenTelemetry.",
  limits: "Limits on the memory, time and connections that clients can use.",
  ldap: "Login and synchronization of users with an LDAP directory.",
  single_sign_on: "Login with identity providers.",
  rate_limits: "Rate limits. Each has one or several rules, such as 60:200 for 200 requests in 60 seconds.",
};
