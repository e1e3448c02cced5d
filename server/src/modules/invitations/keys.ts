/** Where somebody goes on who was invited by letter, or has proved an address. */
export const invitationUrl = ({ url }: { readonly url: string }, key: string): string =>
  `${url}/accounts/do_confirm/${key}`;

/** Where anybody may ask to join. */
export const linkUrl = ({ url }: { readonly url: string }, key: string): string => `${url}/join/${key}/`;
