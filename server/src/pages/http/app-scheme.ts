import type { AppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";

/** Returns the URL scheme with which a mobile app is opened. */
export const appScheme = (
  { wireAliases }: { readonly wireAliases: WireAliases },
  { isStockApp }: Pick<AppFlow, "isStockApp">,
): string => (wireAliases.prefixFor(isStockApp) || "service").replaceAll("_", "-");
