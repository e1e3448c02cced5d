// Loaded before Node's test runner, into each process that runs tests. To determine the current test, the runner tracks
// every promise of the process, which costs a seventh of its time. It is needed only where tests are declared.
import asyncHooks, { type HookCallbacks } from "node:async_hooks";

const { createHook, executionAsyncId } = asyncHooks;
const tests = new Set<number>();
let declaringSuite: number | undefined;

asyncHooks.createHook = (callbacks: HookCallbacks) =>
  createHook({
    init(id, type, trigger, resource) {
      if (type !== "Test") return;
      tests.add(id);
      callbacks.init?.(id, type, trigger, resource);
    },
    trackPromises: false,
  });
asyncHooks.executionAsyncId = () => {
  const id = executionAsyncId();
  return tests.has(id) ? id : (declaringSuite ?? id);
};
await import("node:test");
asyncHooks.createHook = createHook;
asyncHooks.executionAsyncId = executionAsyncId;

/** Assigns all following declarations, even after a pause, to the suite that is being created here. */
export function startSuiteDeclarations(): void {
  declaringSuite = executionAsyncId();
}

/** Assigns all following declarations to no suite. */
export function endSuiteDeclarations(): void {
  declaringSuite = undefined;
}
