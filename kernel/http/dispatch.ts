import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
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

/** Answers one call of an operation. Never rejects. */
export async function dispatch(services: Services, operation: Operation, exchange: Exchange): Promise<void> {
  try {
    await performOperation(services, operation, exchange);
  } catch (error) {
    // What was to be passed on may not have come in yet.
    closeIfUnread(exchange.request.raw, exchange.reply.raw);
    await sendCountedError(services, exchange, error);
  } finally {
    exchange.endLargeWork();
  }
}

/** Every step of a request, in order. */
async function performOperation(services: Services, operation: Operation, exchange: Exchange): Promise<void> {
  const { endpoint } = operation;

  // In which names the client speaks. An app that shows our own pages has their requests speak in ours.
  exchange.isFromStockClient =
    services.wireAliases.isStockClient(exchange.userAgent) && exchange.header(PAGE_HEADER) === undefined;

  // The organization, who asks, and whether they may. Of a large body that is known before it is read.
  const realm = await authorizeRequest(services, endpoint, exchange);

  // Whether they have asked for too much of late.
  await countRequest(services, endpoint, exchange);

  // What they ask for.
  const { input, ignored } = readInput(services, operation, exchange);
  await countParameters(services, endpoint, exchange, input.input);
  assertParametersAllowed(services, endpoint, exchange, input);

  // The turn of the account's large work.
  if (endpoint.isLargeWork) await startLargeWork(services, exchange, 0);

  // The work, in a transaction if it writes.
  const result = await runWork(services, operation, exchange, realm, input);

  // The answer, in its envelope.
  await sendSuccess(services, { endpoint, exchange, result, ignored });
}

function assertParametersAllowed(
  services: Services,
  endpoint: Endpoint,
  { actor, snapshot }: Exchange,
  { params, input }: Readonly<Record<"params" | "input", object>>,
): void {
  if (actor && snapshot) {
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

async function runWork(
  services: Services,
  operation: Operation,
  exchange: Exchange,
  realm: RealmContext,
  input: object,
) {
  const admission = new RequestAuthorization(services, operation.endpoint, exchange);
  try {
    return await operation.work(createContextFactory(services, exchange, realm), input, admission);
  } catch (error) {
    // As at the door: no endpoint lists that.
    if (error === admission.rejection) throw error;
    const { endpoint } = operation;
    if (!isUndeclaredError(endpoint, error)) throw error;
    const complaint = `${endpoint.route} threw what it does not list: ${error.code} ${error.message}`;
    if (services.strict) throw new Error(complaint, { cause: error });
    services.log.warn({ request: exchange.id }, complaint);
    throw error;
  }
}

/** How the request was let in, for what has to decide that once more. */
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

  /** Why the request was not let in any more, if that is so. */
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
