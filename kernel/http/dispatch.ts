import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { catchMaybe, type MaybePromise } from "../base/maybe-promise.ts";
import { required } from "../base/required.ts";
import { type Authorization, authorizeRequest, authorizeWith } from "./authorize-request.ts";
import { StreamedFile } from "./streamed-file.ts";
import { bodyOf } from "./request-bodies.ts";
import { closeIfUnread } from "./close-connection.ts";
import type { RealmContext } from "./context.ts";
import { countParameters, countRequest, sendCountedError } from "./request-rate-limits.ts";
import { accessRule } from "./authenticate.ts";
import { createContextFactory } from "./handler-context.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { type FileRule, type StreamRule, getUploadedFile } from "./uploaded-files.ts";
import { startLargeWork } from "./large-work.ts";
import type { Operation } from "./operation.ts";
import { PAGE_HEADER } from "./same-site.ts";
import type { Services } from "./services.ts";
import { isUndeclaredError } from "./declaration-checks.ts";
import { sendSuccess } from "./send-success.ts";

/**
 * Handles one request to an operation: performs all steps, in order. Never rejects.
 *
 * Tens of thousands of requests may wait for an event at the same time. Each async function that waits for another one
 * takes memory meanwhile, so there are as few of them as possible. Steps that rarely wait return a promise only then.
 */
export async function dispatch(services: Services, operation: Operation, exchange: Exchange): Promise<void> {
  const { endpoint } = operation;
  try {
    // Choose the field names of the response. Requests of the web client always get ours, even if an app of another
    // brand shows the web client.
    exchange.isFromStockClient =
      services.wireAliases.isStockClient(exchange.userAgent) && exchange.header(PAGE_HEADER) === undefined;

    // Find the organization, authenticate and authorize. For a large body, this was done before the body was read.
    const authorizing = authorizeRequest(services, endpoint, exchange);
    const realm = authorizing instanceof Promise ? await authorizing : authorizing;

    // Apply the rate limit.
    const counting = countRequest(services, endpoint, exchange);
    if (counting) await counting;

    // Read the parameters.
    const { input, ignored } = readInput(services, operation, exchange);
    const surcharging = countParameters(services, endpoint, exchange, input.input);
    if (surcharging) await surcharging;
    assertParametersAllowed(services, endpoint, exchange, input);

    // Wait for the account's turn if this is large work.
    if (endpoint.isLargeWork) await startLargeWork(services, exchange, 0);

    // Run the operation, in a transaction if it writes.
    const working = runWork(services, operation, exchange, realm, input);
    const result = working instanceof Promise ? await working : working;

    // Send the response, in its envelope.
    const sending = sendSuccess(services, { endpoint, exchange, result, ignored });
    if (sending) await sending;
  } catch (error) {
    // The error may have occurred before the body was received completely.
    closeIfUnread(exchange.request.raw, exchange.reply.raw);
    await sendCountedError(services, exchange, error);
  } finally {
    exchange.endLargeWork();
  }
}

function assertParametersAllowed(
  services: Services,
  endpoint: Endpoint,
  { actor, snapshot }: Exchange,
  { params, input }: Readonly<Record<"params" | "input", object>>,
): void {
  if (actor?.credential && snapshot) {
    services.assertParametersAllowed?.(snapshot, actor, accessRule(endpoint).operation, { ...params, ...input });
  }
}

function readInput(
  { wireAliases }: Services,
  { endpoint: { file: rule }, parameters, readPath }: Operation,
  exchange: Exchange,
) {
  const sent = { body: wireAliases.fromClient(exchange.body), query: wireAliases.fromClient(exchange.parseQuery()) };
  exchange.nameClient(sent);
  const input = { params: readPath(exchange.segments), input: parameters.read(sent) };
  return {
    input: rule ? { ...input, file: fileOf(exchange, rule) } : input,
    ignored: parameters.ignored(sent),
  };
}

const fileOf = ({ request }: Exchange, rule: FileRule | StreamRule) =>
  "isStreamed" in rule ? new StreamedFile(request.headers, bodyOf(request), rule) : getUploadedFile(request, rule);

function runWork(
  services: Services,
  { endpoint, work }: Operation,
  exchange: Exchange,
  realm: RealmContext,
  input: object,
): MaybePromise<object> {
  const admission = new RequestAuthorization(services, endpoint, exchange);
  return catchMaybe(
    () => work(createContextFactory(services, exchange, realm), input, admission),
    (error) => {
      // An error of the second authorization is sent like one of the first. Endpoints do not declare these errors.
      if (error === admission.rejection) throw error;
      if (!isUndeclaredError(endpoint, error)) throw error;
      const complaint = `${endpoint.route} threw what it does not list: ${error.code} ${error.message}`;
      if (services.strict) throw new Error(complaint, { cause: error });
      services.log.warn({ request: exchange.id }, complaint);
      throw error;
    },
  );
}

/** The authorization of a request, for operations that must check again whether the request is allowed. */
class RequestAuthorization implements Authorization {
  readonly #services: Services;
  readonly #endpoint: Endpoint;
  readonly #exchange: Exchange;
  #refusal: unknown;

  constructor(services: Services, endpoint: Endpoint, exchange: Exchange) {
    this.#services = services;
    this.#endpoint = endpoint;
    this.#exchange = exchange;
  }

  get snapshot(): OrganizationSnapshot {
    return required(this.#exchange.snapshot ?? undefined);
  }

  get revision(): number {
    return this.#exchange.revision;
  }

  get rejection(): unknown {
    return this.#refusal;
  }

  async recheck(snapshot: OrganizationSnapshot): Promise<void> {
    try {
      await authorizeWith(this.#services, this.#endpoint, this.#exchange, () => snapshot);
    } catch (error) {
      this.#refusal = error;
      throw error;
    }
  }
}
