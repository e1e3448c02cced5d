import type { WireAliases } from "#kernel/http/wire-aliases.ts";

/** The scheme of the addresses that lead to a mobile app. */
export const appScheme = ({ wireAliases }: { readonly wireAliases: WireAliases }): string =>
  (wireAliases.prefixFor(false) || "service").replaceAll("_", "-");
