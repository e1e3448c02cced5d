/** Values of the user setting `email_address_visibility`. */
export const Visibility = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const;

/** The lowest role, that is the greatest number, that sees an address of each visibility. */
const LOWEST_ROLE: Readonly<Record<number, number>> = {
  [Visibility.everyone]: 600,
  [Visibility.members]: 400,
  [Visibility.moderators]: 300,
  [Visibility.administrators]: 200,
};

/** Whether somebody of this role sees others' real addresses of this visibility. Unknown means no. */
export const roleSeesEmail = (role: number, visibility: number): boolean => role <= (LOWEST_ROLE[visibility] ?? 0);
