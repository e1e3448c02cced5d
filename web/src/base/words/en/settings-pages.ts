interface SettingsPageWords {
  readonly title: string;
  /** The name in the command palette. Default: the title. */
  readonly paletteTitle?: string;
  /** Further words by which the command palette finds the page. */
  readonly keywords: string;
}

type Pages = Readonly<Record<string, SettingsPageWords>>;

/** The pages of the settings, in their order, by the names that addresses have for them. */
export const settingsPages = {
  settings: {
    account: {
      title: "Account",
      keywords: "settings my profile name picture avatar time zone language deactivate account",
    },
    privacy: { title: "Privacy", keywords: "settings presence availability read receipts typing email visibility" },
    appearance: {
      title: "Preferences",
      keywords:
        "display settings appearance theme dark mode colors font size text density emoji home view mark as read drafts follow topics",
    },
    notifications: {
      title: "Notifications",
      keywords:
        "settings desktop sound mobile push email digest do not disturb pause quiet hours mentions unread badge",
    },
    words: {
      title: "Alert words and muted users",
      keywords: "settings mute unmute muted topics followed topics follow unfollow keywords",
    },
    keyboard: { title: "Keyboard", keywords: "settings shortcuts hotkeys enter sends message actions edit history" },
    security: {
      title: "Password and security",
      keywords: "settings security email address change scoped api key token two-factor authentication 2fa passkeys",
    },
    sessions: { title: "Sessions", keywords: "settings log out sign out devices" },
    files: { title: "Uploaded files", keywords: "settings attachments uploads" },
    bots: { title: "Bots", keywords: "settings webhooks integrations api" },
  },
  organization: {
    profile: {
      title: "Organization profile",
      keywords: "organization settings name description icon logo deactivate organization",
    },
    users: { title: "Users", keywords: "organization settings members roles deactivate reactivate accounts" },
    invitations: {
      title: "Invitations",
      paletteTitle: "Invite people",
      keywords: "organization settings invitations invite link users",
    },
    messages: {
      title: "Message settings",
      keywords: "organization settings edit history editing deleting moving retention topics previews video calls",
    },
    people: { title: "Accounts and presence", keywords: "organization settings names presence read receipts guests" },
    notices: {
      title: "Announcements and email",
      keywords: "organization settings notifications digest welcome message moderation requests",
    },
    newcomers: {
      title: "Default user settings",
      keywords: "organization settings new users preferences notifications",
    },
    permissions: { title: "Permissions", keywords: "organization settings who can roles" },
    joining: { title: "Joining", keywords: "organization settings sign up invitation required email domains" },
    "sign-in": {
      title: "Login methods",
      keywords: "organization settings login authentication sso saml ldap oidc passkeys",
    },
    folders: { title: "Channel folders", keywords: "organization settings" },
    "default-channels": { title: "Default channels", keywords: "organization settings new users subscribe" },
    "profile-fields": { title: "Custom profile fields", keywords: "organization settings" },
    emoji: { title: "Custom emoji", keywords: "organization settings" },
    links: { title: "Linkifiers and code playgrounds", keywords: "organization settings" },
    audit: { title: "Audit log", keywords: "organization settings history" },
    exports: { title: "Data exports", keywords: "organization settings backup" },
  },
} satisfies Record<string, Pages>;
