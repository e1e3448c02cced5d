import type pg from "pg";
import type { z } from "zod";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { Delivery } from "../notification-delivery.ts";
import type { HostnameProofs } from "../hostname-proof.ts";
import type { KeyPair } from "../key-pairs.ts";

/** What operations work with. */
export interface RelayServices {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly delivery: Delivery;
  /** All that are accepted. */
  readonly keys: () => Promise<readonly KeyPair[]>;
  /** Whether a domain takes mail. */
  readonly takesMail: (domain: string) => Promise<boolean>;
  readonly hostnameProofs: HostnameProofs;
  /** Most phones of one server. */
  readonly maxDevices: number;
}

/** A chat server that is registered. */
export interface RemoteServer {
  readonly id: number;
}

type Answer = Readonly<Record<string, unknown>>;

interface Declaration<S extends z.ZodObject> {
  /** Below `/api/v1/remotes/`. */
  readonly path: string;
  /** Of the form, or of the JSON. */
  readonly parameters: S;
}

/** What servers may ask of the relay. */
export interface Operation {
  readonly path: string;
  readonly parameters: z.ZodObject;
  /** Undefined: nobody need be registered for it. */
  readonly forServer?: (services: RelayServices, server: RemoteServer, input: never) => Promise<Answer>;
  readonly forAnybody?: (services: RelayServices, input: never) => Promise<Answer>;
}

/** Declares what registered servers may ask. */
export const operation = <S extends z.ZodObject>(
  declaration: Declaration<S> & {
    readonly run: (services: RelayServices, server: RemoteServer, input: z.output<S>) => Promise<Answer>;
  },
): Operation => {
  const { run, ...rest } = declaration;
  return { ...rest, forServer: run };
};

/** Declares what anybody may ask. */
export const openOperation = <S extends z.ZodObject>(
  declaration: Declaration<S> & {
    readonly run: (services: RelayServices, input: z.output<S>) => Promise<Answer>;
  },
): Operation => {
  const { run, ...rest } = declaration;
  return { ...rest, forAnybody: run };
};
