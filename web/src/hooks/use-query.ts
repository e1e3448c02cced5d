import { useCallback, useEffect, useState } from "react";
import type { Call } from "@parlance/client";
import { useClient } from "./context/client-context.tsx";

/** Result of a request for data that is not in the client's stores. */
export interface QueryResult<A> {
  /** The response. Null until it is received. */
  readonly data: A | null;
  readonly error: string | null;
  /** Sends the request again. */
  readonly refetch: () => void;
}

/**
 * Sends a request when a component is mounted and when `request` changes, and returns its result. `request` must stay the same
 * function as long as the request is the same.
 */
export function useQuery<A extends { readonly result: "success" | "error"; readonly msg: string }>(
  request: (call: Call) => Promise<A>,
): QueryResult<Extract<A, { readonly result: "success" }>> {
  const { call } = useClient();
  const [answer, setAnswer] = useState<Extract<A, { readonly result: "success" }> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refetch = useCallback(() => {
    request(call).then(
      (response) => {
        if (response.result === "error") return setProblem(response.msg);
        setProblem(null);
        setAnswer(response as Extract<A, { readonly result: "success" }>);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [request, call]);
  useEffect(refetch, [refetch]);
  return { data: answer, error: problem, refetch };
}
