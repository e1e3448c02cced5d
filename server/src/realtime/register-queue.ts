import { randomUUID } from "node:crypto";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { pipelined } from "@parlance/kernel/db/pipeline.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import { readPosition } from "@parlance/kernel/events/event-log.ts";
import type { Actor, Read } from "@parlance/kernel/http/context.ts";
import { NotLoggedIn, QueryNotAuthorized } from "@parlance/kernel/http/errors.ts";
import type { Limiter } from "@parlance/kernel/base/limiter.ts";
import { runInTimeSlices } from "@parlance/kernel/base/time-slicing.ts";
import type { Slice, SliceRequest } from "@parlance/kernel/http/module.ts";
import { AccountIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { checkQueueNarrow, type QueueNarrow, type QueueTerms } from "#narrow/index.ts";
import { spectator } from "#modules/users/core/visibility/spectator.ts";
import { findBotDefaults } from "#modules/bots/core/queries.ts";
import { InvalidAnonymousParameter } from "./errors.ts";
import { enforceQueueLimit } from "./queues/queue-limit.ts";
import { insertQueue } from "./queues/persistence/queue-store.ts";
import type { EventQueues } from "./queues/event-queues.ts";

/** Services that registration uses. */
export interface RegistrationServices {
  readonly db: PostgresDatabase;
  readonly snapshots: Pick<OrganizationSnapshots, "asOf" | "readIn">;
  readonly slices: readonly Slice[];
  /** Limits the number of concurrent snapshots, because they are the largest responses. */
  readonly limiter: Limiter;
  readonly queues: EventQueues;
  /** Maximum number of queues per account. */
  readonly queuesPerAccount: number;
  /** Values about the server that are part of every response. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Whether visitors without an account may register in this organization. */
  isOpenToAnonymous(ctx: Read<Actor | null>): Promise<boolean>;
}

export interface RegisterInput {
  readonly apply_markdown: boolean;
  readonly client_gravatar?: boolean | undefined;
  readonly include_subscribers: "true" | "false" | "partial";
  readonly slim_presence: boolean;
  readonly presence_history_limit_days: number;
  readonly event_types?: readonly string[] | undefined;
  readonly all_public_streams?: boolean | undefined;
  readonly client_capabilities: Readonly<Record<string, unknown>>;
  readonly fetch_event_types?: readonly string[] | undefined;
  readonly narrow: QueueTerms;
}

/**
 * Registers a queue and reads the snapshot at the same log position, so that the client neither misses nor repeats an
 * event.
 */
export async function register(
  registration: RegistrationServices,
  ctx: Read<Actor | null>,
  options: RegisterInput,
): Promise<RegisterResponse> {
  if (!ctx.actor) await assertAnonymousAllowed(registration, ctx, options);
  const input = ctx.actor?.isBot ? await withBotDefaults(ctx.db, ctx.actor, options) : options;
  if (input.all_public_streams && ctx.actor && isGuest(ctx.actor.role)) throw new QueryNotAuthorized();
  const narrow = checkQueueNarrow(input.narrow);
  const request = sliceRequest(ctx, input);
  return registration.limiter.run(request.actor.id, async () => {
    const answer = await loadSnapshot(registration, ctx, input, request, narrow);
    if (ctx.actor && answer.queue_id) await enforceQueueLimit(registration, ctx.actor, answer.queue_id);
    return answer;
  });
}

/**
 * Applies the defaults that a bot's owner has set, the narrow and whether events of all public channels are received,
 * where the bot's client does not specify them. Guests never get all public channels by default.
 */
async function withBotDefaults(db: Reader, { id, role }: Actor, input: RegisterInput): Promise<RegisterInput> {
  const defaults = await findBotDefaults(db, id);
  const channel = defaults?.default_events_register_stream;
  const receivesAllPublic = defaults?.default_all_public_streams === true && !isGuest(role);
  const narrow = input.narrow.length === 0 && channel ? [["channel", channel]] : input.narrow;
  return { ...input, all_public_streams: input.all_public_streams ?? receivesAllPublic, narrow };
}

/**
 * Maximum number of attempts to read a snapshot that matches the organization snapshot in memory. The last attempt
 * reads the organization from the database instead.
 */
const MAX_SNAPSHOT_TRIES = 3;

async function loadSnapshot(
  registration: RegistrationServices,
  ctx: Read<Actor | null>,
  input: RegisterInput,
  request: SliceRequest,
  narrow: QueueNarrow,
): Promise<RegisterResponse> {
  const { db, snapshots } = registration;
  const slices = registration.slices.filter(
    ({ types, isForAccounts }) =>
      (ctx.actor !== null || !isForAccounts) && types.every((type) => request.includes(type)),
  );
  for (const slice of slices) if (slice.prepare) await runInTimeSlices(slice.prepare(request));
  for (let tries = 1; ; tries += 1) {
    const answer = await db.snapshot(async (at, tx) => {
      const own = ctx.actor ? lockActor(tx, ctx.actor) : Promise.resolve(request.actor);
      const [actor, { eventId }] = await pipelined([own, readPosition(at, ctx.realm.id)]);
      const asOf =
        tries < MAX_SNAPSHOT_TRIES ? snapshots.asOf(at, ctx.realm.id, eventId) : snapshots.readIn(at, ctx.realm.id);
      const snapshot = await asOf;
      if (!snapshot) return undefined;
      const queueId = ctx.actor && randomUUID();
      const store = async () => {
        if (!ctx.actor || !queueId) return;
        const options = queueOptions(ctx, input, request, narrow);
        const owner = { realmId: ctx.realm.id, userId: ctx.actor.id, credential: ctx.actor.credential ?? null };
        const { runningTime } = registration.queues.persister;
        registration.queues.ephemeralEvents.registerQueue(queueId);
        await insertQueue(tx, { id: queueId, ...owner, options, start: eventId, runningTime });
      };
      // All slices start at the same time, so that they read the same version of the organization snapshot, and their
      // queries are sent together.
      const fetching = slices.map((slice) => slice.fetch(at, { ...request, snapshot, actor }));
      const [fetched] = await pipelined([pipelined(fetching), store()]);
      const rest = { queue_id: queueId, last_event_id: queueId ? eventId : -1 };
      // The slices of all modules together are the response. TypeScript cannot check this, so tests check the response
      // against the schema.
      return Object.assign({ ...registration.facts }, ...fetched, rest) as RegisterResponse;
    });
    if (answer) return answer;
  }
}

/**
 * Loads the registering account as of the snapshot, because its role may have changed or it may have been deactivated
 * since authentication. The account stays locked until the queue is stored, so that a concurrent transaction that
 * closes the account's queues also closes this one.
 */
async function lockActor(tx: Reader, actor: Actor): Promise<Actor> {
  const { role, is_active } = await tx
    .selectFrom("account")
    .select(["role", "is_active"])
    .where("id", "=", actor.id)
    .forShare()
    .executeTakeFirstOrThrow();
  if (!is_active) throw new AccountIsDeactivated();
  return { ...actor, role: role as Actor["role"] };
}

function sliceRequest(ctx: Read<Actor | null>, input: RegisterInput): SliceRequest {
  const fetched = input.fetch_event_types ?? input.event_types ?? null;
  const wanted = fetched && new Set(fetched);
  return {
    snapshot: ctx.snapshot,
    actor: ctx.actor ?? spectator(ctx.realm.id),
    realm: ctx.realm,
    now: ctx.now,
    clientGravatar: input.client_gravatar ?? ctx.actor !== null,
    includeSubscribers: input.include_subscribers,
    slimPresence: input.slim_presence,
    presenceHistoryLimitDays: input.presence_history_limit_days,
    capabilities: capabilities(input),
    eventTypes: input.event_types ?? null,
    includes: (type) => wanted === null || wanted.has(type),
  };
}

const capabilities = ({ client_capabilities }: RegisterInput): Record<string, boolean> =>
  Object.fromEntries(Object.entries(client_capabilities).map(([name, value]) => [name, value === true]));

function queueOptions(ctx: Read<Actor | null>, input: RegisterInput, request: SliceRequest, narrow: QueueNarrow) {
  const byIds = narrow.filter((term): term is [string, number] => typeof term[1] === "number");
  return {
    event_types: request.eventTypes && [...new Set(request.eventTypes)],
    apply_markdown: input.apply_markdown,
    client_gravatar: request.clientGravatar,
    slim_presence: input.slim_presence,
    all_public_streams: input.all_public_streams === true,
    narrow: narrow.filter((term): term is [string, string] => typeof term[1] === "string"),
    ...(byIds.length > 0 && { narrow_by_ids: byIds }),
    client_capabilities: capabilities(input),
    client: ctx.request.client,
    ...(ctx.request.isFromStockClient && { is_stock_client: true as const }),
  };
}

/**
 * Asserts that visitors without an account may register, and that this one uses no option that is only for accounts.
 * Such visitors get no event queue.
 */
async function assertAnonymousAllowed(
  registration: RegistrationServices,
  ctx: Read<Actor | null>,
  input: RegisterInput,
) {
  if (!(await registration.isOpenToAnonymous(ctx))) throw new NotLoggedIn();
  const refused: Record<string, boolean> = {
    client_gravatar: input.client_gravatar === true,
    include_subscribers: input.include_subscribers !== "false",
    event_types: input.event_types !== undefined,
    narrow: input.narrow.length > 0,
    all_public_streams: input.all_public_streams === true,
  };
  const parameter = Object.keys(refused).find((name) => refused[name]);
  if (parameter) throw new InvalidAnonymousParameter({ parameter });
}
