/** What the operators of the server lay down for invitations. */
export interface InvitationSettings {
  /** How long an invitation can be used by default. */
  readonly invitationValidityMinutes: number;
  /** The most that an organization may mail within 24 hours; 0: any number. */
  readonly invitationsPerDay: number;
  /** The same for all organizations together that are at most 7 days old. */
  readonly invitationsPerDayOfNewcomers: number;
}
