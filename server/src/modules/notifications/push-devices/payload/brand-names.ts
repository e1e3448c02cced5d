import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { RegisteredPhone } from "../queries.ts";

/** Names that apps of another brand of the protocol read under that brand's prefix. */
const BRANDED_NAME = /^service(?=_|$)/;

type NotificationPayload = Readonly<Record<string, unknown>>;

/** Returns the prefix of the names that the app on a phone reads; empty: `service` is used. */
export const findBrandPrefix = (
  { app_id: appId, by_stock_client: byStockClient }: Pick<RegisteredPhone, "app_id" | "by_stock_client">,
  aliases: WireAliases,
): string => aliases.prefixFor(byStockClient || (appId !== null && aliases.isStockClient(appId)));

/** Returns a name with the prefix of a brand; an empty prefix changes nothing. */
export const brandName = (name: string, prefix: string): string =>
  prefix === "" ? name : name.replace(BRANDED_NAME, () => prefix);

/** Returns a notification with the brand's names instead of ours. */
export const withBrandNames = (notice: NotificationPayload, prefix: string): NotificationPayload =>
  Object.fromEntries(Object.entries(notice).map(([name, value]) => [brandName(name, prefix), value]));
