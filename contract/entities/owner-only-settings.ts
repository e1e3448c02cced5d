/**
 * The organization settings that only owners may change. Most of them determine how users join and log in, and who may
 * decide this.
 */
export const ownerOnlySettings = [
  "authentication_methods",
  "can_create_groups",
  "can_invite_users_group",
  "can_manage_all_groups",
  "can_manage_billing_group",
  "create_multiuse_invite_group",
  "disallow_disposable_email_addresses",
  "emails_restricted_to_domains",
  "invite_required",
  "message_retention_days",
  "waiting_period_threshold",
] as const;
