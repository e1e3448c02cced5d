import { useCallback, useEffect, useState } from "react";
import type { Call } from "@parlance/client";
import { useClient } from "./context/client-context.tsx";

/** What the server said to a question that the replica cannot answer. */
export interface QueryResult<A> {
  /** Null until it is here. */
  readonly data: A | null;
  readonly error: string | null;
  /** Asks again. */
  readonly refetch: () => void;
}

/** Asks the server when a screen is opened. The question stays the same function while it stays the same question. */
export function useQuery<A extends { readonly result: "success" | "error"; readonly msg: string }>(
  ask: (call: Call) => Promise<A>,
): QueryResult<Extract<A, { readonly result: "success" }>> {
  const { call } = useClient();
  const [answer, setAnswer] = useState<Extract<A, { readonly result: "success" }> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refetch = useCallback(() => {
    ask(call).then(
      (told) => {
        if (told.result === "error") return setProblem(told.msg);
        setProblem(null);
        setAnswer(told as Extract<A, { readonly result: "success" }>);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [ask, call]);
  useEffect(refetch, [refetch]);
  return { data: answer, error: problem, refetch };
}
