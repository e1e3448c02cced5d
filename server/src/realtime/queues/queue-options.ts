import { hash } from "node:crypto";

/** The options that a client registered with, as stored in `event_queue.options`. */
export interface QueueOptions {
  readonly event_types: readonly string[] | null;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly all_public_streams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string])[];
  /**
   * Terms of the narrow whose operand is an id. They are stored separately from `narrow`, because processes of earlier
   * releases can read only names.
   */
  readonly narrow_by_ids?: readonly (readonly [operator: string, id: number])[];
  readonly client_capabilities: Readonly<Record<string, boolean | undefined>>;
  readonly client: string;
  /** Set only for stock clients (apps made for another server with the same protocol). */
  readonly is_stock_client?: true;
}

/**
 * The registration options, parsed for delivery. Queues with equal options share one object, because most clients
 * register with the same options.
 */
export interface DeliveryOptions {
  readonly eventTypes: ReadonlySet<string> | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicStreams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string | number])[];
  readonly capabilities: QueueOptions["client_capabilities"];
  readonly client: string;
  readonly isStockClient: boolean;
}

/**
 * The parsed options of all queues in memory. Equal options are stored once, as long as at least one queue uses them.
 */
export class SharedDeliveryOptions {
  readonly #known = new Map<string, WeakRef<DeliveryOptions>>();
  readonly #unused = new FinalizationRegistry<string>((key) => {
    // A new queue may have added the same options again since then.
    if (!this.#known.get(key)?.deref()) this.#known.delete(key);
  });

  /** Number of distinct options in memory. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns the parsed options for a JSON text. */
  of(json: string): DeliveryOptions {
    const key = hash("sha256", json, "base64");
    const known = this.#known.get(key)?.deref();
    if (known) return known;
    const options = deliveryOptions(JSON.parse(json) as QueueOptions);
    this.#known.set(key, new WeakRef(options));
    this.#unused.register(options, key);
    return options;
  }
}

const deliveryOptions = (options: QueueOptions): DeliveryOptions => ({
  eventTypes: options.event_types && new Set(options.event_types),
  applyMarkdown: options.apply_markdown,
  clientGravatar: options.client_gravatar,
  slimPresence: options.slim_presence,
  allPublicStreams: options.all_public_streams,
  narrow: [...options.narrow, ...(options.narrow_by_ids ?? [])],
  capabilities: options.client_capabilities,
  client: options.client,
  isStockClient: options.is_stock_client === true,
});
