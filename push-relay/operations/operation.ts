import type pg from "pg";
import type { z } from "zod";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { NotificationDelivery } from "../notification-delivery.ts";
import type { HostnameVerifier } from "../hostname-proof.ts";
import type { KeyPair } from "../key-pairs.ts";

/** What operations work with. */
export interface RelayServices {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly delivery: NotificationDelivery;
  /** All that are accepted. */
  readonly keys: () => Promise<readonly KeyPair[]>;
  /** Whether a domain takes mail. */
  readonly acceptsMail: (domain: string) => Promise<boolean>;
  readonly hostnameVerifier: HostnameVerifier;
  /** Most phones of one server. */
  readonly maxDevices: number;
}

/** A chat server that is registered. */
export interface RemoteServer {
  readonly id: number;
}

type OperationResponse = Readonly<Record<string, unknown>>;

interface OperationDeclaration<S extends z.ZodObject> {
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
  readonly runForServer?: (services: RelayServices, server: RemoteServer, input: never) => Promise<OperationResponse>;
  readonly runUnauthenticated?: (services: RelayServices, input: never) => Promise<OperationResponse>;
}

/** Declares what registered servers may ask. */
export const operation = <S extends z.ZodObject>(
  declaration: OperationDeclaration<S> & {
    readonly run: (services: RelayServices, server: RemoteServer, input: z.output<S>) => Promise<OperationResponse>;
  },
): Operation => {
  const { run, ...rest } = declaration;
  return { ...rest, runForServer: run };
};

/** Declares what anybody may ask. */
export const unauthenticatedOperation = <S extends z.ZodObject>(
  declaration: OperationDeclaration<S> & {
    readonly run: (services: RelayServices, input: z.output<S>) => Promise<OperationResponse>;
  },
): Operation => {
  const { run, ...rest } = declaration;
  return { ...rest, runUnauthenticated: run };
};
