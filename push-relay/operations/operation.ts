import type pg from "pg";
import type { z } from "zod";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { NotificationDelivery } from "../notification-delivery.ts";
import type { HostnameVerifier } from "../hostname-proof.ts";
import type { KeyPair } from "../key-pairs.ts";

/** Services that operations use. */
export interface RelayServices {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly delivery: NotificationDelivery;
  /** Returns all key pairs that the relay accepts. */
  readonly keys: () => Promise<readonly KeyPair[]>;
  /** Returns whether a domain accepts email. */
  readonly acceptsMail: (domain: string) => Promise<boolean>;
  readonly hostnameVerifier: HostnameVerifier;
  /** Maximum number of phones per server. */
  readonly maxDevices: number;
}

/** A registered chat server. */
export interface RemoteServer {
  readonly id: number;
}

type OperationResponse = Readonly<Record<string, unknown>>;

interface OperationDeclaration<S extends z.ZodObject> {
  /** Path below `/api/v1/remotes/`. */
  readonly path: string;
  /** Schema of the parameters, which are sent as a form or as JSON. */
  readonly parameters: S;
}

/** An operation of the relay. */
export interface Operation {
  readonly path: string;
  readonly parameters: z.ZodObject;
  /** Handles a request of a registered server. Undefined if the operation requires no authentication. */
  readonly runForServer?: (services: RelayServices, server: RemoteServer, input: never) => Promise<OperationResponse>;
  readonly runUnauthenticated?: (services: RelayServices, input: never) => Promise<OperationResponse>;
}

/** Declares an operation for registered servers. */
export const operation = <S extends z.ZodObject>(
  declaration: OperationDeclaration<S> & {
    readonly run: (services: RelayServices, server: RemoteServer, input: z.output<S>) => Promise<OperationResponse>;
  },
): Operation => {
  const { run, ...rest } = declaration;
  return { ...rest, runForServer: run };
};

/** Declares an operation that requires no authentication. */
export const unauthenticatedOperation = <S extends z.ZodObject>(
  declaration: OperationDeclaration<S> & {
    readonly run: (services: RelayServices, input: z.output<S>) => Promise<OperationResponse>;
  },
): Operation => {
  const { run, ...rest } = declaration;
  return { ...rest, runUnauthenticated: run };
};
