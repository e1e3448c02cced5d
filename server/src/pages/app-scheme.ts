/** The scheme of the addresses that lead to a mobile app. */
export const appScheme = ({ wireAliases }: { readonly wireAliases: string }): string =>
  (wireAliases || "service").replaceAll("_", "-");
