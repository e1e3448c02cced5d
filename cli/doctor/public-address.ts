import type { Config } from "@parlance/server/app/config/load-config.ts";
import { createDoctorToken } from "@parlance/server/app/routes/doctor-token.ts";
import {
  REQUEST_REPORT_PATH,
  type RequestReport,
  requestReportSchema,
} from "@parlance/server/app/routes/request-report.ts";
import { findSecret } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import { causeText, isCertificateError, readJson, sendRequest } from "./outgoing-request.ts";

const ADDRESS = "public address";
const PROXY = "reverse proxy";

type ProxyConfig = Pick<Config, "externalUrl" | "secret" | "trustedProxies">;

/**
 * Checks whether this server responds at the address that its users open, and whether the reverse proxies in front of it
 * pass on the host and the clients' addresses. Checks nothing if the settings do not name the address, or if no server
 * has been started yet.
 */
export async function checkPublicAddress(dataDir: string, config: ProxyConfig): Promise<Finding[]> {
  const { externalUrl: url, trustedProxies } = config;
  // Another check reports a secret that cannot be read.
  const secret = await findSecret(dataDir, config.secret).catch(() => undefined);
  if (url === undefined || secret === undefined) return [];
  try {
    const authorization = `Bearer ${createDoctorToken(secret, new Date())}`;
    const response = await sendRequest(url + REQUEST_REPORT_PATH, { headers: { authorization } });
    const { data: report } = requestReportSchema.safeParse(await readJson(response));
    if (response.status !== 200 || !report) return [wrongResponse(url, response)];
    return [checkHost(url, report), checkForwardedAddresses(report, trustedProxies)];
  } catch (error) {
    return [unreachable(url, error)];
  }
}

function wrongResponse(url: string, { status, headers }: Response): Finding {
  const location = headers.get("location");
  if (location !== null) {
    return fail(
      ADDRESS,
      `${url} redirects to ${location}`,
      "Set PARLANCE_EXTERNAL_URL to the address at which users open the server.",
    );
  }
  const advice =
    status >= 500
      ? "Start the server, and check the address to which the proxy forwards requests."
      : "Check PARLANCE_EXTERNAL_URL, DNS, and the address to which the proxy forwards requests. A server with another secret is another server.";
  return fail(ADDRESS, `something other than this server responds at ${url} (status ${status})`, advice);
}

function unreachable(url: string, error: unknown): Finding {
  const reason = causeText(error);
  return isCertificateError(error)
    ? fail(ADDRESS, `the certificate of ${url} is not trusted: ${reason}`, "See docs/https.md.")
    : warn(
        ADDRESS,
        `${url} cannot be reached: ${reason}`,
        "Ignore this if no server is running. Otherwise check DNS, the proxy, and whether this machine can connect to its own public address.",
      );
}

function checkHost(url: string, { host }: RequestReport): Finding {
  const expected = new URL(url).host;
  return host === expected
    ? ok(ADDRESS, `${url} leads to this server`)
    : fail(
        ADDRESS,
        `requests to ${url} arrive at the server with the host ${host}`,
        "Configure the proxy to pass on the Host header of requests.",
      );
}

function checkForwardedAddresses({ forwarded_addresses: proxies }: RequestReport, trusted: number): Finding {
  if (proxies === trusted) {
    return ok(PROXY, proxies === 0 ? "none adds X-Forwarded-For" : `${proxies} in X-Forwarded-For, all trusted`);
  }
  const message = `${proxies} in X-Forwarded-For, but PARLANCE_TRUST_PROXY is ${trusted}`;
  return proxies > trusted
    ? warn(
        PROXY,
        `${message}: rate limits and logs treat all clients as one`,
        `If all of them are your own, set PARLANCE_TRUST_PROXY=${proxies}.`,
      )
    : fail(
        PROXY,
        `${message}: clients can forge their addresses`,
        `Configure the proxy to add X-Forwarded-For, or set PARLANCE_TRUST_PROXY=${proxies}.`,
      );
}
