import type { Directory } from "../organization-snapshot/organization-snapshot.ts";
import { required } from "../required.ts";
import { type Admission, admit, letIn } from "./authorize-request.ts";
import { ArrivingFile } from "./streamed-file.ts";
import { bodyOf } from "./request-bodies.ts";
import { closeUnread } from "./close-connection.ts";
import type { RealmContext } from "./context.ts";
import { countParameters, countRequest, refuseCounted } from "./request-rate-limits.ts";
import { doorOf } from "./authenticate.ts";
import { contextMaker } from "./handler-context.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { type FileRule, type StreamRule, theFile } from "./uploaded-files.ts";
import { startLargeWork } from "./large-work.ts";
import type { Operation } from "./operation.ts";
import { PAGE_HEADER } from "./same-site.ts";
import type { Services } from "./services.ts";
import { isUnlisted } from "./declaration-checks.ts";
import { succeed } from "./send-success.ts";

/** Answers one call of an operation. Never rejects. */
export async function dispatch(services: Services, operation: Operation, exchange: Exchange): Promise<void> {
  try {
    await perform(services, operation, exchange);
  } catch (error) {
    // What was to be passed on may not have come in yet.
    closeUnread(exchange.request.raw, exchange.reply.raw);
    await refuseCounted(services, exchange, error);
  } finally {
    exchange.endLargeWork();
  }
}

/** Every step of a request, in order. */
async function perform(services: Services, operation: Operation, exchange: Exchange): Promise<void> {
  const { endpoint } = operation;

  // In which names the client speaks. An app that shows our own pages has their requests speak in ours.
  exchange.isFromStockClient =
    services.wireAliases.isStockClient(exchange.userAgent) && exchange.header(PAGE_HEADER) === undefined;

  // The organization, who asks, and whether they may. Of a large body that is known before it is read.
  const realm = await admit(services, endpoint, exchange);

  // Whether they have asked for too much of late.
  await countRequest(services, endpoint, exchange);

  // What they ask for.
  const { input, ignored } = readInput(services, operation, exchange);
  await countParameters(services, endpoint, exchange, input.input);
  refuseParameters(services, endpoint, exchange, input);

  // The turn of the account's large work.
  if (endpoint.isLargeWork) await startLargeWork(services, exchange, 0);

  // The work, in a transaction if it writes.
  const result = await work(services, operation, exchange, realm, input);

  // The answer, in its envelope.
  await succeed(services, { endpoint, exchange, result, ignored });
}

function refuseParameters(
  services: Services,
  endpoint: Endpoint,
  { actor, directory }: Exchange,
  { params, input }: Readonly<Record<"params" | "input", object>>,
): void {
  if (actor && directory) {
    services.refuseParameters?.(directory, actor, doorOf(endpoint).operation, { ...params, ...input });
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
  "isStreamed" in rule ? new ArrivingFile(request.headers, bodyOf(request), rule) : theFile(request, rule);

async function work(services: Services, operation: Operation, exchange: Exchange, realm: RealmContext, input: object) {
  const admission = new RequestAdmission(services, operation.endpoint, exchange);
  try {
    return await operation.work(contextMaker(services, exchange, realm), input, admission);
  } catch (error) {
    // As at the door: no endpoint lists that.
    if (error === admission.refusal) throw error;
    const { endpoint } = operation;
    if (!isUnlisted(endpoint, error)) throw error;
    const complaint = `${endpoint.route} threw what it does not list: ${error.code} ${error.message}`;
    if (services.strict) throw new Error(complaint, { cause: error });
    services.log.warn({ request: exchange.id }, complaint);
    throw error;
  }
}

/** How the request was let in, for what has to decide that once more. */
class RequestAdmission implements Admission {
  readonly #services: Services;
  readonly #endpoint: Endpoint;
  readonly #exchange: Exchange;
  #refusal: unknown;

  constructor(services: Services, endpoint: Endpoint, exchange: Exchange) {
    this.#services = services;
    this.#endpoint = endpoint;
    this.#exchange = exchange;
  }

  get directory(): Directory {
    return required(this.#exchange.directory ?? undefined);
  }

  get revision(): number {
    return this.#exchange.revision;
  }

  /** Why the request was not let in any more, if that is so. */
  get refusal(): unknown {
    return this.#refusal;
  }

  async renew(directory: Directory): Promise<void> {
    try {
      await letIn(this.#services, this.#endpoint, this.#exchange, () => directory);
    } catch (error) {
      this.#refusal = error;
      throw error;
    }
  }
}
