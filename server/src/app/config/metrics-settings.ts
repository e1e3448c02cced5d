import { isIPv6 } from "node:net";
import { z } from "zod";
import { optional, type SettingKind, string } from "@parlance/kernel/config/setting.ts";

/** A host and a port to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** An address to listen on. Without a host, it is on the loopback interface. */
const listenAddress: SettingKind<ListenAddress> = {
  schema: z
    .string()
    .regex(/^(?:(?:[\w.-]+|\[[\da-fA-F:.]+\]):)?\d{1,5}$/)
    .transform((text) => {
      const at = text.lastIndexOf(":");
      const host = text.slice(0, Math.max(0, at)).replace(/^\[|\]$/g, "");
      return { host: host === "" ? "127.0.0.1" : host, port: Number(text.slice(at + 1)) };
    })
    .refine(({ host, port }) => port <= 65_535 && (!host.includes(":") || isIPv6(host))),
  accepts: "host:port, or a port on 127.0.0.1",
};

/** Settings for protecting the metrics of the server. */
export const metricsSettings = {
  metricsToken: optional(string("at least 16 characters without spaces", /^[\x21-\x7e]{16,}$/), {
    key: "metrics.token",
    variable: "PARLANCE_METRICS_TOKEN",
    isSecret: true,
    defaultText: "none: `/metrics` needs no token",
    meaning:
      "Token that a request for `/metrics` must have, as `Authorization: Bearer <token>`. See `docs/monitoring.md`.",
  }),
  metricsAddress: optional(listenAddress, {
    key: "metrics.address",
    variable: "PARLANCE_METRICS_ADDRESS",
    defaultText: "none: `/metrics` is served on `PARLANCE_PORT`",
    meaning:
      "Separate address on which only `/metrics` is served, without encryption, such as `9801` or `10.0.0.5:9801`. `PARLANCE_PORT` then does not serve it.",
  }),
};

const { variable } = metricsSettings.metricsAddress;

/** Names of the settings of the address, for error messages. */
export const metricsAddressNames = { setting: variable, hostSetting: variable };
