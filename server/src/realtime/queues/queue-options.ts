import { hash } from "node:crypto";

/** What a client registered, as it lies in `event_queue.options`. */
export interface QueueOptions {
  readonly event_types: readonly string[] | null;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly all_public_streams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string])[];
  /** Terms of the narrow whose operand is an id. They are apart, because processes of earlier releases know names alone. */
  readonly narrow_by_ids?: readonly (readonly [operator: string, id: number])[];
  readonly client_capabilities: Readonly<Record<string, boolean | undefined>>;
  readonly client: string;
  /** Left out for all other clients. */
  readonly is_stock_client?: true;
}

/** The same, as it is asked of queues: by many of them at once, for most clients register alike. */
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

/** The options of the queues in memory, each kept once, and as long as some queue has it. */
export class SharedDeliveryOptions {
  readonly #known = new Map<string, WeakRef<DeliveryOptions>>();
  readonly #unused = new FinalizationRegistry<string>((key) => {
    // A queue may have asked for the same again meanwhile.
    if (!this.#known.get(key)?.deref()) this.#known.delete(key);
  });

  /** Number of different options that are kept. */
  get size(): number {
    return this.#known.size;
  }

  /** Reads the JSON of what was registered. */
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
