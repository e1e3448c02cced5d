import { createHmac, randomBytes } from "node:crypto";
import { Counter, type Registry } from "prom-client";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";
import { fetchDocument } from "@parlance/kernel/outgoing/fetch-document.ts";
import { FetchRejected } from "@parlance/kernel/outgoing/fetch-errors.ts";
import { type ResolveHost, SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { hashToken } from "./push-tokens.ts";

/** Maximum size of a response, in bytes. A valid response has 43 characters. */
const MAX_PROOF_BYTES = 256;
/** Path at which chat servers respond to challenges. */
const PROOF_PATH = "/api/v1/push_relay_proof";
const USER_AGENT = "Parlance push relay (host name verification)";

/** A server's claim that it can be reached at a host name. */
interface HostnameClaim {
  readonly hostname: string;
  readonly orgId: string;
  readonly key: string;
}

export interface HostnameProofOptions {
  /** URLs of servers within the relay's own network, such as `http://10.0.0.9:9800`. */
  readonly internalServers: readonly string[];
  /** Timeout for the response to a challenge, in milliseconds. The registration waits for the response. */
  readonly timeoutMs: number;
  readonly registry: Registry;
  readonly resolve?: ResolveHost | undefined;
}

/** Verifies that the server which registers is the one that can be reached at its host name. */
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
   * Sends a challenge to the server at the host name, which must sign it with the key of the server that registers.
   * Only that server knows the key, so a correct response proves that it can be reached at the host name.
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
      return isSameSecret(Buffer.from(body.toString().trim(), "base64url"), expected) ? "proven" : "wrong";
    } catch (error) {
      return error instanceof FetchRejected ? "refused" : "unreachable";
    }
  }
}
