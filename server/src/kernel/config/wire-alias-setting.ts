import { z } from "zod";
import { createWireAliases, noAliases, stockAliases, type WireAliases } from "../http/wire-aliases.ts";
import { type SettingKind, setting } from "./setting.ts";

const aliases: SettingKind<WireAliases> = {
  schema: z
    .string()
    .regex(/^([a-z][a-z0-9_]*)?$/)
    .transform((prefix) => (prefix === "" ? noAliases : createWireAliases(prefix))),
  accepts: "a prefix of lower-case letters, digits and underscores, or empty",
};

const { prefix } = stockAliases;

/** The names that clients of other brands read. Not set, set to a prefix and set to nothing are three different things. */
export const wireAliasSetting = setting(aliases, {
  variable: "PARLANCE_WIRE_ALIASES",
  default: stockAliases,
  allowsEmpty: true,
  defaultText: `\`${prefix}\`, in part only for clients of that brand`,
  meaning:
    "Prefix of some field names, as expected by clients made for servers of another brand. All clients receive `<prefix>_version`, `<prefix>_feature_level` and `<prefix>_merge_base` in addition to the same names with `service`. Clients that identify themselves as such in their user agent receive `<prefix>_extra_emoji` instead of `service_extra_emoji`. The prefix also replaces `service` in the scheme of links that open an app, and in the field names of unencrypted push notifications: for all apps if it is set, by default only for such clients. If it is empty (`PARLANCE_WIRE_ALIASES=`), these names are not sent.",
});
