import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Counter, type Registry } from "prom-client";
import { fetchDocument } from "@parlance/kernel/outgoing/fetch-document.ts";
import { FetchRejected } from "@parlance/kernel/outgoing/fetch-errors.ts";
import { type ResolveHost, SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { hashToken } from "./push-tokens.ts";

/** A proof has 43 characters. */
const MAX_PROOF_BYTES = 256;
/** Path at which servers respond to challenges. */
const PROOF_PATH = "/api/v1/push_relay_proof";
const USER_AGENT = "Parlance push relay (host name verification)";

/** A server that claims to be reachable at a host name. */
interface HostnameClaim {
  readonly hostname: string;
  readonly orgId: string;
  readonly key: string;
}

export interface HostnameProofOptions {
  /** URLs of servers within the relay's own network, such as `http://10.0.0.9:9800`. */
  readonly internalServers: readonly string[];
  /** Timeout for a server's response; the registration waits for it. */
  readonly timeoutMs: number;
  readonly registry: Registry;
  readonly resolve?: ResolveHost | undefined;
}

/** Verifies that a server that registers is the one that is reachable at its host name. */
export class HostnameVerifier {
  readonly #internalServers: ReadonlyMap<string, string>;
  readonly #guard: SsrfGuard;
  readonly #timeoutMs: number;
  readonly #outcomes: Counter<"outcome">;

  constructor({ internalServers, timeoutMs, registry, resolve }: HostnameProofOptions) {
    this.#internalServers = new Map(internalServers.map((origin) => [new URL(origin).host, origin]));
    this.#guard = new SsrfGuard({ internalHosts: [...this.#internalServers.keys()], isBehindProxy: false, resolve });
    this.#timeoutMs = timeoutMs;
    this.#outcomes = new Counter({
      name: "push_relay_hostname_proofs_total",
      help: "Host name verifications, by result",
      labelNames: ["outcome"],
      registers: [registry],
    });
  }

  /**
   * Requests that the server at the host name signs a challenge with the key of the server that registers. The response
   * requires both the key and the host, and is valid only for this host, server and time.
   */
  async isProven(claim: HostnameClaim): Promise<boolean> {
    const outcome = await this.#challenge(claim);
    this.#outcomes.inc({ outcome });
    return outcome === "proven";
  }

  async #challenge({ hostname, orgId, key }: HostnameClaim): Promise<"proven" | "wrong" | "refused" | "unreachable"> {
    const challenge = randomBytes(32).toString("hex");
    const url = URL.parse(
      `${this.#internalServers.get(hostname) ?? `https://${hostname}`}${PROOF_PATH}?challenge=${challenge}`,
    );
    if (!url) return "refused";
    const policy = { guard: this.#guard, userAgent: USER_AGENT };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const wanted = { types: ["text/plain"], signal, maxBytes: MAX_PROOF_BYTES, maxRedirects: 0 };
    try {
      const { body } = await fetchDocument(policy, url, wanted);
      const expected = createHmac("sha256", hashToken(key))
        .update(`hostname ${orgId} ${hostname} ${challenge}`)
        .digest();
      const given = Buffer.from(body.toString().trim(), "base64url");
      return given.length === expected.length && timingSafeEqual(given, expected) ? "proven" : "wrong";
    } catch (error) {
      return error instanceof FetchRejected ? "refused" : "unreachable";
    }
  }
}
