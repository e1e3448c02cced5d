import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { RegisteredPhone } from "../queries.ts";

/** Field names that start with `service`. Apps of another brand expect them with that brand's prefix instead. */
const BRANDED_NAME = /^service(?=_|$)/;

type NotificationPayload = Readonly<Record<string, unknown>>;

/** Returns the prefix of the field names that the app on a phone expects; empty if the app expects `service`. */
export const findBrandPrefix = (
  { app_id: appId, by_stock_client: byStockClient }: Pick<RegisteredPhone, "app_id" | "by_stock_client">,
  aliases: WireAliases,
): string => aliases.prefixFor(byStockClient || (appId !== null && aliases.isStockClient(appId)));

/** Returns a field name with the prefix of a brand. An empty prefix leaves the name unchanged. */
export const brandName = (name: string, prefix: string): string =>
  prefix === "" ? name : name.replace(BRANDED_NAME, () => prefix);

/** Returns a notification with the brand's field names instead of ours. */
export const withBrandNames = (notice: NotificationPayload, prefix: string): NotificationPayload =>
  Object.fromEntries(Object.entries(notice).map(([name, value]) => [brandName(name, prefix), value]));
