import { z } from "zod";
import { aliasesUnder, noAliases, stockAliases, type WireAliases } from "../http/wire-aliases.ts";
import { type Kind, setting } from "./setting.ts";

const aliases: Kind<WireAliases> = {
  schema: z
    .string()
    .regex(/^([a-z][a-z0-9_]*)?$/)
    .transform((prefix) => (prefix === "" ? noAliases : aliasesUnder(prefix))),
  takes: "a prefix of lower-case letters, digits and underscores, or nothing",
};

const { prefix } = stockAliases;

/** The names that clients of other brands read. Not set, set to a prefix and set to nothing are three different things. */
export const wireAliasSetting = setting(aliases, {
  variable: "PARLANCE_WIRE_ALIASES",
  default: stockAliases,
  takesEmpty: true,
  defaultText: `\`${prefix}\`, in part only for clients of that brand`,
  meaning:
    "The prefix that clients made for servers of another brand expect in some names. All clients get `<prefix>_version`, `<prefix>_feature_level` and `<prefix>_merge_base` beside the same with `service`. Clients that their user agent shows to be such clients get `<prefix>_extra_emoji` instead of `service_extra_emoji`. The prefix also replaces `service` in the scheme of addresses that lead to an app, and in names in notifications for phones without encryption: for all apps if it is set, by default only for such clients. If it is set to nothing (`PARLANCE_WIRE_ALIASES=`), there are no such names.",
});
